import { msg } from '#contract/language/text.ts';
import type * as claims from '../claims.ts';
import type * as contributors from '../contributors.ts';
import type * as creatorCover from '../creators/creator-cover.ts';
import type * as creatorDashboard from '../creators/creator-dashboard.ts';
import type * as creatorPools from '../creators/creator-pools.ts';
import type * as creatorStatement from '../creators/creator-statement.ts';
import type * as creators from '../creators/creators.ts';
import type * as creatorPage from '../creators/edit-creator.ts';
import type * as payoutAccount from '../creators/payout-account.ts';
import type * as requestTerms from '../creators/request-terms.ts';
import type * as trackRecord from '../creators/track-record.ts';
import { get, patch, post, remove } from './make-call.ts';

export const setCover = post<typeof creatorCover.setCover>('/api/creator/cover');
export const describeCover = patch<typeof creatorCover.describeCover>('/api/creator/cover');
export const removeCover = remove<typeof creatorCover.removeCover>('/api/creator/cover');

export const getCreatorDashboard = get<typeof creatorDashboard.getCreatorDashboard>('/api/creator/dashboard');
export const markFirstSteps = post<typeof creatorDashboard.markFirstSteps>('/api/creator/first-steps');
export const listCreatorRequests = get<typeof creatorDashboard.listCreatorRequests>('/api/creator/requests');
export const getCreatorRequest = get<typeof creatorDashboard.getCreatorRequest>('/api/creator/requests/:id');
export const listCreatorPayouts = get<typeof creatorDashboard.listCreatorPayouts>('/api/creator/payouts');

export const listCreatorPools = get<typeof creatorPools.listCreatorPools>('/api/creators/:username/pools');

export const getEarnings = get<typeof creatorStatement.getEarnings>('/api/creator/earnings');
export const getStatement = get<typeof creatorStatement.getStatement>('/api/creator/statement');

export const listCategories = get<typeof creators.listCategories>('/api/categories', msg`Failed to fetch categories`);
export const searchCreators = get<typeof creators.searchCreators>('/api/creators/search');
export const listCreators = get<typeof creators.listCreators>('/api/creators', msg`Failed to fetch creators`);
export const getCreator = get<typeof creators.getCreator>('/api/creators/:username');
export const followCreator = post<typeof creators.followCreator>('/api/creators/:username/follow');
export const unfollowCreator = remove<typeof creators.unfollowCreator>('/api/creators/:username/follow');
export const addCreator = post<typeof creators.addCreator>('/api/creators');
export const removeCreator = post<typeof creators.removeCreator>('/api/creators/:username/removal');
export const getCreatorApplication = get<typeof creators.getCreatorApplication>(
  '/api/creator-application',
  msg`Failed to fetch creator application`,
);
export const applyAsCreator = post<typeof creators.applyAsCreator>('/api/creator-application');

export const getOwnCreatorPage = get<typeof creatorPage.getOwnCreatorPage>('/api/creator/page');
export const editCreator = patch<typeof creatorPage.editCreator>('/api/creators/:username');

export const startPayoutSetup = post<typeof payoutAccount.startPayoutSetup>('/api/creator/payout-account/setup');
export const openPayoutDashboard = post<typeof payoutAccount.openPayoutDashboard>(
  '/api/creator/payout-account/dashboard',
);
export const refreshPayoutAccount = post<typeof payoutAccount.refreshPayoutAccount>(
  '/api/creator/payout-account/refresh',
);
export const retryPayout = post<typeof payoutAccount.retryPayout>('/api/creator/payouts/:id/retry');

export const getRequestTerms = get<typeof requestTerms.getRequestTerms>('/api/creator/request-terms');
export const setRequestTerms = patch<typeof requestTerms.setRequestTerms>('/api/creator/request-terms');

export const getTrackRecord = get<typeof trackRecord.getTrackRecord>('/api/creators/:username/track-record');

export const claimPool = post<typeof claims.claimPool>('/api/pools/:id/claims');
export const claimCreator = post<typeof claims.claimCreator>('/api/creators/:username/claims');
export const getClaimCode = post<typeof claims.getClaimCode>('/api/creators/:username/claim-code');
export const checkClaimCode = post<typeof claims.checkClaimCode>('/api/creators/:username/claim-code/check');
export const listClaims = get<typeof claims.listClaims>('/api/admin/claims');
export const getClaim = get<typeof claims.getClaim>('/api/admin/claims/:id');
export const decideClaim = patch<typeof claims.decideClaim>('/api/admin/claims/:id');

export const listContributors = get<typeof contributors.listContributors>('/api/creator/pools/:id/contributors');
export const listSentMessages = get<typeof contributors.listSentMessages>('/api/creator/pools/:id/messages');
export const messageContributors = post<typeof contributors.messageContributors>('/api/creator/pools/:id/messages');
export const getCreatorMessage = get<typeof contributors.getCreatorMessage>('/api/creator-messages/:id');
export const setLatePledges = patch<typeof contributors.setLatePledges>('/api/creator/pools/:id/late-pledges');
