import type * as approvals from '../admin/approvals.ts';
import type * as audit from '../admin/audit.ts';
import type * as chatModeration from '../admin/chat-moderation.ts';
import type * as disputes from '../admin/disputes.ts';
import type * as health from '../admin/health.ts';
import type * as mailPreview from '../admin/mail-preview.ts';
import type * as moderation from '../admin/moderation.ts';
import type * as money from '../admin/money.ts';
import type * as moneyLists from '../admin/money-lists.ts';
import type * as poolHistory from '../admin/pool-history.ts';
import type * as refunds from '../admin/refunds.ts';
import type * as retry from '../admin/retry-or-settle-refund.ts';
import type * as settling from '../admin/retry-or-settle-refund.ts';
import type * as setup from '../admin/setup.ts';
import type * as users from '../admin/users.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listApprovals = get<typeof approvals.listApprovals>('/api/admin/approvals');
export const decideApproval = patch<typeof approvals.decideApproval>('/api/admin/approvals/:id');
export const getApprovalTerms = get<typeof approvals.getApprovalTerms>('/api/admin/approval-terms');

export const listAudit = get<typeof audit.listAudit>('/api/admin/audit');
export const getAuditRow = get<typeof audit.getAuditRow>('/api/admin/audit/:number');

export const listRooms = get<typeof chatModeration.listRooms>('/api/admin/rooms');
export const getRoomSettings = get<typeof chatModeration.getRoomSettings>('/api/admin/rooms/:roomId');
export const setSlowMode = patch<typeof chatModeration.setSlowMode>('/api/admin/rooms/:roomId');
export const muteInRoom = post<typeof chatModeration.muteInRoom>('/api/admin/rooms/:roomId/mutes');
export const unmuteInRoom = remove<typeof chatModeration.unmuteInRoom>('/api/admin/rooms/:roomId/mutes/:userId');
export const getWordFilter = get<typeof chatModeration.getWordFilter>('/api/admin/chat-settings');
export const setWordFilter = patch<typeof chatModeration.setWordFilter>('/api/admin/chat-settings');

export const listDisputes = get<typeof disputes.listDisputes>('/api/admin/money/disputes');
export const getDispute = get<typeof disputes.getDispute>('/api/admin/money/disputes/:id');
export const submitEvidence = post<typeof disputes.submitEvidence>('/api/admin/money/disputes/:id/evidence');

export const listSettings = get<typeof health.listSettings>('/api/admin/settings');
export const getHealth = get<typeof health.getHealth>('/api/admin/health');
export const retryJobs = post<typeof health.retryJobs>('/api/admin/health/retry-jobs');

export const listMails = get<typeof mailPreview.listMails>('/api/admin/mails');
export const getMail = get<typeof mailPreview.getMail>('/api/admin/mails/:id');

export const getAdminCounts = get<typeof moderation.getAdminCounts>('/api/admin/counts');
export const getStorage = get<typeof moderation.getStorage>('/api/admin/storage');
export const listVerifications = get<typeof moderation.listVerifications>('/api/admin/verifications');
export const getVerification = get<typeof moderation.getVerification>('/api/admin/verifications/:id');
export const decideVerification = patch<typeof moderation.decideVerification>('/api/admin/verifications/:id');
export const listContentClaims = get<typeof moderation.listContentClaims>('/api/admin/content-claims');
export const getContentClaim = get<typeof moderation.getContentClaim>('/api/admin/content-claims/:id');
export const decideContentClaim = patch<typeof moderation.decideContentClaim>('/api/admin/content-claims/:id');
export const listAdminPools = get<typeof moderation.listAdminPools>('/api/admin/pools');
export const actOnPool = patch<typeof moderation.actOnPool>('/api/admin/pools/:id');
export const listReports = get<typeof moderation.listReports>('/api/admin/reports');
export const getReport = get<typeof moderation.getReport>('/api/admin/reports/:id');
export const decideReport = patch<typeof moderation.decideReport>('/api/admin/reports/:id');

export const listMovements = get<typeof moneyLists.listMovements>('/api/admin/money/movements');
export const getMovement = get<typeof moneyLists.getMovement>('/api/admin/money/movements/:id');
export const listHeldPools = get<typeof moneyLists.listHeldPools>('/api/admin/money/held');
export const getHeldPool = get<typeof moneyLists.getHeldPool>('/api/admin/money/held/:id');

export const getAdminMoney = get<typeof money.getAdminMoney>('/api/admin/money');
export const getMoneyDays = get<typeof money.getMoneyDays>('/api/admin/money/days');
export const reconcileNow = post<typeof money.reconcileNow>('/api/admin/money/reconcile');
export const checkBooks = post<typeof money.checkBooks>('/api/admin/money/check');

export const getAdminPool = get<typeof poolHistory.getAdminPool>('/api/admin/pools/:id');

export const refundPayment = post<typeof refunds.refundPayment>('/api/admin/money/payments/:id/refunds');

export const retryRefund = post<typeof retry.retryRefund>('/api/admin/money/refunds/:id/retry');

export const settleRefundOutside = post<typeof settling.settleRefundOutside>(
  '/api/admin/money/refunds/:id/settle-outside',
);

export const getSetup = get<typeof setup.getSetup>('/api/admin/setup');
export const changeOperator = patch<typeof setup.changeOperator>('/api/admin/operator');
export const sendTestMail = post<typeof setup.sendTestMail>('/api/admin/setup/test-mail');
export const hideSetup = patch<typeof setup.hideSetup>('/api/admin/setup');

export const listAdminUsers = get<typeof users.listAdminUsers>('/api/admin/users');
export const getAdminUser = get<typeof users.getAdminUser>('/api/admin/users/:id');
export const changeAdminUser = patch<typeof users.changeAdminUser>('/api/admin/users/:id');
export const endUserSessions = remove<typeof users.endUserSessions>('/api/admin/users/:id/sessions');
export const endUserSession = remove<typeof users.endUserSession>('/api/admin/users/:id/sessions/:sessionId');
export const resetUserPassword = post<typeof users.resetUserPassword>('/api/admin/users/:id/password-reset');
export const deleteAdminUser = remove<typeof users.deleteAdminUser>('/api/admin/users/:id');
