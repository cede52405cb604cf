import type * as creatorNews from '../pledges/creator-news.ts';
import type * as myPools from '../pledges/my-pools.ts';
import type * as pledgeCard from '../pledges/pledges.ts';
import type * as pledges from '../pledges/pledges.ts';
import type * as receipts from '../pledges/receipts.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listMyPools = get<typeof myPools.listMyPools>('/api/user/pools');

export const replacePledgeCard = post<typeof pledgeCard.replacePledgeCard>('/api/pledges/:id/card');

export const pledgeToPool = post<typeof pledges.pledgeToPool>('/api/pools/:poolId/pledges');
export const changePledge = patch<typeof pledges.changePledge>('/api/pledges/:id');
export const withdrawPledge = remove<typeof pledges.withdrawPledge>('/api/pledges/:id');
export const listMyPledges = get<typeof pledges.listMyPledges>('/api/user/pledges');
export const listBackedPools = get<typeof pledges.listBackedPools>('/api/user/backed-pools');
export const getPledge = get<typeof pledges.getPledge>('/api/pledges/:id');
export const dismissPledge = post<typeof pledges.dismissPledge>('/api/pledges/:id/dismiss');
export const payPledge = post<typeof pledges.payPledge>('/api/pledges/:id/pay');
export const listSavedCards = get<typeof pledges.listSavedCards>('/api/user/cards');
export const removeSavedCard = remove<typeof pledges.removeSavedCard>('/api/user/cards/:id');
export const getMoneyTerms = get<typeof pledges.getMoneyTerms>('/api/money-terms');

export const getCreatorNews = get<typeof creatorNews.getCreatorNews>('/api/pledges/:id/creator-news');
export const getReceipt = get<typeof receipts.getReceipt>('/api/pledges/:id/receipt');
