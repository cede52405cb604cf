import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type {} from '#server/accounts/facts.ts';
import type {} from '#server/approvals/facts.ts';
import type {} from '#server/chat/facts.ts';
import type {} from '#server/comments/facts.ts';
import type {} from '#server/creator-dashboard/facts.ts';
import type {} from '#server/creators/facts.ts';
import type {} from '#server/delivery/facts.ts';
import type {} from '#server/favorites/facts.ts';
import type {} from '#server/money/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pledges/facts.ts';
import { readCardRetryAt } from '#server/pledges/reminders/retry-card.ts';
import type {} from '#server/pools/facts.ts';
import type {} from '#server/updates/facts.ts';
import { deleteCommentNotices, deleteMessageNotices } from './delete-notices.ts';
import { mailUnreadChatNotice } from './mail-unread-chat-notice.ts';
import { listenToNews } from './news/news-listeners.ts';
import { notifyCreatorOfPledge } from './news/notify-creator.ts';
import { notifySavedClosing } from './news/notify-saved-closing.ts';
import type { AwayMail } from './notifications.sql.ts';
import { notifyAccountChange } from './notify-account-change.ts';
import { notifyApplication } from './notify-application.ts';
import { notifyApprovalDecided, notifyApprovalRequested } from './notify-approval.ts';
import { notifyComment, notifyRemovedComment } from './notify-comment.ts';
import { type MessageBatch, notifyCreatorMessage } from './notify-creator-message.ts';
import { notifyDispute, notifyRecordedDispute } from './notify-dispute.ts';
import { notifyImitation } from './notify-imitation.ts';
import {
  type Addressed,
  notifyMentions,
  notifyRemovedMessage,
  rewriteMentionNotices,
  scheduleMentionNotices,
} from './notify-mention.ts';
import { notifyObjection } from './notify-objection.ts';
import {
  notifyAccountCreated,
  notifyBankPayouts,
  notifyPayout,
  notifyPayoutAccount,
  notifyPayoutHold,
  notifyPayoutTrouble,
} from './notify-payout.ts';
import { notifyExpiringCard, notifyPledge } from './notify-pledge.ts';
import { notifyPoolClaim } from './notify-pool-claim.ts';
import { notifyProcessorProblem } from './notify-processor-problem.ts';
import {
  type CreatorLeftBatch,
  notifyCreatorLeft,
  notifyFansCreatorLeft,
  notifyFoundCode,
  notifyProfileClaim,
} from './notify-profile-claim.ts';
import { notifyAdminRefund, notifyRefund } from './notify-refund.ts';
import { notifyRenamedCreator } from './notify-renamed-creator.ts';
import { notifyLiftedSuspension, notifySuspension } from './notify-suspension.ts';
import { notifyThanks } from './notify-thanks.ts';
import {
  type FanBatch,
  notifyAskedCreator,
  notifyFans,
  notifyTransition,
  remindCreator,
  remindOfAccount,
} from './notify-transition.ts';
import { deleteUpdateNotices, notifyRemovedUpdate, notifyUpdate, type UpdateBatch } from './notify-update.ts';
import { notifyFansOfOwner, notifyVerifiedOwner, type VerifiedOwnerBatch } from './notify-verified-owner.ts';
import { notifyWaitingPool } from './notify-waiting-pool.ts';
import {
  droppedNotice,
  lateEndedNotice,
  lateTakenBackNotice,
  lateWithheldNotice,
  ownRequestNotice,
  paymentDueNotice,
  placedNotice,
  poolChangedNotice,
  receiptNotice,
  suspendedDropNotice,
} from './pledge-notices.ts';
import {
  type DevicePush,
  type DirectPush,
  pushDirectMessage,
  scheduleDirectPush,
  sendDirectPush,
} from './push-direct-message.ts';
import { markRoomNoticesRead } from './read-notifications.ts';

/** Registers the facts of other modules that lead to notices. */
export function listenToFacts(context: Platform): void {
  const { facts, jobs } = context;
  const fans: JobKind<FanBatch> = jobs.define('notify.fans', (batch: FanBatch) =>
    notifyFans(context, () => fans, batch),
  );
  facts.on('pool.transitioned', 'notify', (move) => notifyTransition(context, fans, move));
  facts.on('pool.awaits_account', 'notify', ({ poolId, isNewlyAccepted }) => {
    const event = isNewlyAccepted ? 'accepted_awaiting' : 'awaits_account';
    const move = { poolId, from: 'accepted', to: 'accepted', event, reason: null, moveId: 'account' } as const;
    return notifyTransition(context, fans, move);
  });
  facts.on('pool.account_reminder', 'notify', (reminder) => remindOfAccount(context, reminder));
  facts.on('pool.waits', 'notify', (waiting) => notifyWaitingPool(context, waiting));
  facts.on('pool.response_reminder', 'notify', (reminder) => remindCreator(context, reminder));
  const messages: JobKind<MessageBatch> = jobs.define('notify.creator_message', (batch: MessageBatch) =>
    notifyCreatorMessage(context, () => messages, batch),
  );
  facts.on('creator.message_sent', 'notify', ({ messageId }) =>
    notifyCreatorMessage(context, () => messages, { messageId, afterId: null }),
  );
  facts.on('pool.saved_closing', 'notify', (save) => notifySavedClosing(context, save));
  facts.on('thanks.sent', 'notify', ({ thanksId }) => notifyThanks(context, thanksId));
  listenToPledgeFacts(context);
  listenToNews(context);
  facts.on('payout.paid', 'notify', ({ payoutId }) => notifyPayout(context, payoutId));
  facts.on('payout.waiting', 'notify', ({ payoutId }) => notifyPayoutTrouble(context, 'payout_waiting', payoutId));
  facts.on('payout.failed', 'notify', ({ payoutId }) => notifyPayoutTrouble(context, 'payout_failed', payoutId));
  facts.on('payouts.held', 'notify', (hold) => notifyPayoutHold(context, 'payouts_held', hold));
  facts.on('payouts.unheld', 'notify', (hold) => notifyPayoutHold(context, 'payouts_released', hold));
  facts.on('payout_account.changed', 'notify', (change) => notifyPayoutAccount(context, change));
  facts.on('payout_account.replaced', 'notify', (change) => notifyAccountChange(context, change));
  facts.on('payout_account.bank_changed', 'notify', (change) => notifyBankPayouts(context, change));
  facts.on('payout_account.created_at_last', 'notify', (account) => notifyAccountCreated(context, account));
  facts.on('processor.problem', 'notify', ({ problemId }) => notifyProcessorProblem(context, problemId));
  facts.on('user.suspended', 'notify', (suspension) => notifySuspension(context, suspension));
  facts.on('user.suspension_lifted', 'notify', (lifted) => notifyLiftedSuspension(context, lifted));
  facts.on('approval.requested', 'notify', ({ requestId }) => notifyApprovalRequested(context, requestId));
  facts.on('approval.decided', 'notify', ({ requestId }) => notifyApprovalDecided(context, requestId));
  facts.on('application.made', 'notify', ({ applicationId }) => notifyApplication(context, applicationId));
  facts.on('application.decided', 'notify', ({ applicationId }) => notifyApplication(context, applicationId));
  facts.on('pool.claim_made', 'notify', ({ claimId }) => notifyPoolClaim(context, claimId));
  facts.on('pool.claim_decided', 'notify', ({ claimId }) => notifyPoolClaim(context, claimId));
  facts.on('creator.claim_made', 'notify', (claim) => notifyProfileClaim(context, claim));
  facts.on('creator.claim_decided', 'notify', (claim) => notifyProfileClaim(context, claim));
  facts.on('creator.code_found', 'notify', (found) => notifyFoundCode(context, found));
  facts.on('creator.imitates', 'notify', (imitation) => notifyImitation(context, imitation));
  const verified: JobKind<VerifiedOwnerBatch> = jobs.define('notify.verified_owner', (batch: VerifiedOwnerBatch) =>
    notifyFansOfOwner(context, () => verified, batch),
  );
  facts.on('pool.profile_claimed', 'notify', (claimed) => notifyVerifiedOwner(context, verified, claimed));
  facts.on('creator.renamed', 'notify', (renamed) => notifyRenamedCreator(context, renamed));
  facts.on('pool.asks_creator', 'notify', (request) => notifyAskedCreator(context, request));
  const left: JobKind<CreatorLeftBatch> = jobs.define('notify.creator_left', (batch: CreatorLeftBatch) =>
    notifyFansCreatorLeft(context, () => left, batch),
  );
  facts.on('pool.asks_no_one', 'notify', ({ poolId }) => notifyCreatorLeft(context, left, poolId));
  facts.on('comment.made', 'notify', ({ commentId, answersId }) => notifyComment(context, commentId, answersId));
  facts.within('comment.removed', (tx, { commentId }) => deleteCommentNotices(context, tx, commentId));
  facts.on('comment.removed', 'notify', async ({ commentId, through }) => {
    // The person whose comment is taken down gets a notice with the legal steps instead.
    if (through !== 'author' && through !== 'takedown') await notifyRemovedComment(context, commentId);
  });
  listenToUpdateFacts(context);
  listenToChatFacts(context);
  facts.on('objection.made', 'notify', ({ objectionId }) => notifyObjection(context, objectionId));
  facts.on('objection.decided', 'notify', ({ objectionId }) => notifyObjection(context, objectionId));
}

function listenToPledgeFacts(context: Platform): void {
  const { facts } = context;
  facts.on('pledge.placed', 'notify', async ({ pledgeId }) => {
    await notifyPledge(context, pledgeId, { while: ['pledged'], build: placedNotice });
    await notifyCreatorOfPledge(context, pledgeId);
  });
  facts.on('pledge.raised', 'notify', ({ pledgeId }) => notifyCreatorOfPledge(context, pledgeId));
  facts.on('pledge.payment_due', 'notify', async ({ pledgeId, reminder }) => {
    const due = { reminder, cardRetryAt: await readCardRetryAt(context, pledgeId) };
    await notifyPledge(context, pledgeId, {
      while: ['notified'],
      build: (pool, pledge) => paymentDueNotice(pool, pledge, due),
      suffix: `:${reminder}`,
    });
  });
  facts.on('pledge.card_expiring', 'notify', ({ pledgeId }) => notifyExpiringCard(context, pledgeId));
  const charged: PledgeStatus[] = ['paid', 'refund_pending', 'refunded', 'disputed', 'dispute_lost'];
  facts.on('pledge.paid', 'notify', async ({ pledgeId }) => {
    await notifyPledge(context, pledgeId, { while: charged, build: receiptNotice });
    await notifyCreatorOfPledge(context, pledgeId, { paid: true });
  });
  facts.on('pledge.refunded', 'notify', ({ pledgeId }) => notifyRefund(context, pledgeId));
  facts.on('pledge.admin_refunded', 'notify', (refund) => notifyAdminRefund(context, refund));
  facts.on('dispute.recorded', 'notify', (dispute) => notifyRecordedDispute(context, dispute));
  facts.on('pledge.disputed', 'notify', ({ pledgeId }) => notifyDispute(context, pledgeId, 'opened'));
  facts.on('pledge.dispute_won', 'notify', ({ pledgeId }) => notifyDispute(context, pledgeId, 'won'));
  facts.on('pledge.dispute_lost', 'notify', ({ pledgeId }) => notifyDispute(context, pledgeId, 'lost'));
  facts.on('pledge.late_ended', 'notify', ({ pledgeId }) =>
    notifyPledge(context, pledgeId, { while: ['released'], build: lateEndedNotice }),
  );
  facts.on('pledge.late_taken_back', 'notify', ({ pledgeId }) =>
    notifyPledge(context, pledgeId, { while: ['released'], build: lateTakenBackNotice }),
  );
  facts.on('pledge.late_withheld', 'notify', ({ pledgeId }) =>
    notifyPledge(context, pledgeId, { while: ['released'], build: lateWithheldNotice }),
  );
  facts.on('pledge.pool_changed', 'notify', ({ pledgeId }) =>
    notifyPledge(context, pledgeId, { while: ['released'], build: poolChangedNotice }),
  );
  facts.on('pledge.own_request', 'notify', ({ pledgeId }) =>
    notifyPledge(context, pledgeId, { while: ['released'], build: ownRequestNotice }),
  );
  facts.on('pledge.dropped', 'notify', ({ pledgeId, fanSuspended }) =>
    notifyPledge(context, pledgeId, {
      while: ['dropped'],
      build: fanSuspended ? suspendedDropNotice : droppedNotice,
    }),
  );
}

function listenToUpdateFacts(context: Platform): void {
  const { facts, jobs } = context;
  const updates: JobKind<UpdateBatch> = jobs.define('notify.update', (batch: UpdateBatch) =>
    notifyUpdate(context, () => updates, batch),
  );
  facts.on('update.posted', 'notify', ({ updateId }) =>
    notifyUpdate(context, () => updates, { updateId, afterId: null }),
  );
  facts.within('update.removed', (tx, { updateId }) => deleteUpdateNotices(context, tx, updateId));
  facts.on('update.removed', 'notify', async ({ through, ...update }) => {
    if (through === 'admin' || through === 'report') await notifyRemovedUpdate(context, update);
  });
}

function listenToChatFacts(context: Platform): void {
  const { facts, jobs } = context;
  const awayMail = jobs.define('notify.away', (mail: AwayMail) => mailUnreadChatNotice(context, mail));
  const addressed = jobs.define('notify.message', (message: Addressed) => notifyMentions(context, awayMail, message));
  facts.on('message.addressed', 'notify', (message) => scheduleMentionNotices(context, addressed, message));
  facts.within('message.edited', (tx, { messageId }) => rewriteMentionNotices(context, tx, messageId));
  facts.within('room.read', (tx, { userId, roomId }) => markRoomNoticesRead(context, tx, userId, roomId));
  const devicePush = jobs.define('notify.direct_device', (push: DevicePush) => sendDirectPush(context, push), {
    queue: 'push',
    notAfterRestore: true,
  });
  const directPush = jobs.define('notify.direct', (push: DirectPush) => pushDirectMessage(context, devicePush, push));
  facts.on('message.direct', 'notify', (message) => scheduleDirectPush(context, directPush, message));
  facts.within('message.removed', (tx, { messageIds }) => deleteMessageNotices(context, tx, messageIds));
  facts.on('message.removed', 'notify', async (removal) => {
    if (removal.through !== 'sender') await notifyRemovedMessage(context, removal);
  });
}
