import type { PledgeStatus } from '#contract/pledge-view.ts';
import type {} from '#server/chat/facts.ts';
import type {} from '#server/comments/facts.ts';
import type {} from '#server/creators/facts.ts';
import type {} from '#server/delivery/facts.ts';
import type {} from '#server/money/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pledges/facts.ts';
import { readNextCardTry } from '#server/pledges/next-card-try.ts';
import type {} from '#server/pools/claims/facts.ts';
import type {} from '#server/pools/facts.ts';
import { forgetComment } from './forget-comment.ts';
import { forgetMessages } from './forget-messages.ts';
import { mailWhenAway } from './mail-when-away.ts';
import { droppedNotice, paymentDueNotice, receiptNotice, refundNotice } from './pledge-notices.ts';
import { awaitReading, type DirectPush, pushDirect } from './push-direct.ts';
import { readNoticesOf } from './read-notices-of.ts';
import { tellOfClaim } from './tell-of-claim.ts';
import { tellOfComment, tellOfRemoval } from './tell-of-comment.ts';
import { tellOfApplication, tellOfObjection, tellOfPayout } from './tell-of-creator.ts';
import { tellOfCreatorClaim, tellOfNoCreator } from './tell-of-creator-claim.ts';
import { type Addressed, type AwayMail, awaitSeeing, tellOfMessage, tellOfRemovedMessage } from './tell-of-message.ts';
import { tellOfPledge } from './tell-of-pledge.ts';
import { type FanBatch, remindCreator, tellFans, tellOfPool } from './tell-of-pool.ts';

/** What happened elsewhere and who is told. */
export function hearFacts(context: Platform): void {
  const { facts, jobs } = context;
  const fans: JobKind<FanBatch> = jobs.define('notify.fans', (batch: FanBatch) => tellFans(context, () => fans, batch));
  facts.on('pool.transitioned', 'notify', (move) => tellOfPool(context, fans, move));
  facts.on('pool.response_reminder', 'notify', (reminder) => remindCreator(context, reminder));
  hearPledges(context);
  facts.on('payout.paid', 'notify', ({ payoutId }) => tellOfPayout(context, payoutId));
  facts.on('application.made', 'notify', ({ applicationId }) => tellOfApplication(context, applicationId));
  facts.on('application.decided', 'notify', ({ applicationId }) => tellOfApplication(context, applicationId));
  facts.on('pool.claim_made', 'notify', ({ claimId }) => tellOfClaim(context, claimId));
  facts.on('pool.claim_decided', 'notify', ({ claimId }) => tellOfClaim(context, claimId));
  facts.on('creator.claim_made', 'notify', ({ claimId }) => tellOfCreatorClaim(context, claimId));
  facts.on('creator.claim_decided', 'notify', ({ claimId }) => tellOfCreatorClaim(context, claimId));
  facts.on('pool.asks_no_one', 'notify', ({ poolId }) => tellOfNoCreator(context, poolId));
  facts.on('comment.made', 'notify', ({ commentId, answersId }) => tellOfComment(context, commentId, answersId));
  facts.within('comment.removed', (tx, { commentId }) => forgetComment(context, tx, commentId));
  facts.on('comment.removed', 'notify', async ({ commentId, through }) => {
    if (through !== 'author') await tellOfRemoval(context, commentId);
  });
  hearChat(context);
  facts.on('objection.made', 'notify', ({ objectionId }) => tellOfObjection(context, objectionId));
  facts.on('objection.decided', 'notify', ({ objectionId }) => tellOfObjection(context, objectionId));
}

function hearPledges(context: Platform): void {
  const { facts } = context;
  facts.on('pledge.payment_due', 'notify', async ({ pledgeId, reminder }) => {
    const due = { reminder, nextTryAt: await readNextCardTry(context, pledgeId) };
    await tellOfPledge(context, pledgeId, {
      while: ['notified'],
      words: (pool, pledge) => paymentDueNotice(pool, pledge, due),
      suffix: `:${reminder}`,
    });
  });
  const charged: PledgeStatus[] = ['paid', 'refund_pending', 'refunded', 'disputed', 'dispute_lost'];
  facts.on('pledge.paid', 'notify', ({ pledgeId }) =>
    tellOfPledge(context, pledgeId, { while: charged, words: receiptNotice }),
  );
  facts.on('pledge.refunded', 'notify', ({ pledgeId }) =>
    tellOfPledge(context, pledgeId, { while: ['refunded'], words: refundNotice }),
  );
  facts.on('pledge.dropped', 'notify', ({ pledgeId }) =>
    tellOfPledge(context, pledgeId, { while: ['dropped'], words: droppedNotice }),
  );
}

function hearChat(context: Platform): void {
  const { facts, jobs } = context;
  const awayMail = jobs.define('notify.away', (mail: AwayMail) => mailWhenAway(context, mail));
  const addressed = jobs.define('notify.message', (message: Addressed) => tellOfMessage(context, awayMail, message));
  facts.on('message.addressed', 'notify', (message) => awaitSeeing(context, addressed, message));
  facts.within('room.read', (tx, { userId, roomId }) => readNoticesOf(context, tx, userId, roomId));
  const directPush = jobs.define('notify.direct', (push: DirectPush) => pushDirect(context, push));
  facts.on('message.direct', 'notify', (message) => awaitReading(context, directPush, message));
  facts.within('message.removed', (tx, { messageIds }) => forgetMessages(context, tx, messageIds));
  facts.on('message.removed', 'notify', async (removal) => {
    if (removal.through !== 'sender') await tellOfRemovedMessage(context, removal);
  });
}
