import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { siteShareImage } from '#contract/sharing.ts';
import { accountReminder } from '#server/notifications/account-notices.ts';
import { endingNotices } from '#server/notifications/ending-notices.ts';
import { savedClosingNotice } from '#server/notifications/news/notify-saved-closing.ts';
import { newsNotices } from '#server/notifications/news/sample-news.ts';
import type { Notice } from '#server/notifications/notice.ts';
import type { CreatorMessageRow, MessageRow } from '#server/notifications/notice-messages.sql.ts';
import type { PledgeRow, PoolRow } from '#server/notifications/notice-pools.sql.ts';
import type { CreatorClaimRow } from '#server/notifications/notice-reviews.sql.ts';
import type { UpdateRow } from '#server/notifications/notice-updates.sql.ts';
import { payoutAccountChanged } from '#server/notifications/notify-account-change.ts';
import { appealDismissed, appealMade } from '#server/notifications/notify-appeal.ts';
import { applicationApproved, applicationMade, applicationRejected } from '#server/notifications/notify-application.ts';
import { approvalDecided, approvalRequested, nameOf } from '#server/notifications/notify-approval.ts';
import { creatorMessageNotice } from '#server/notifications/notify-creator-message.ts';
import { creatorNotice, disputeMade, fanNotices } from '#server/notifications/notify-dispute.ts';
import { creatorImitates } from '#server/notifications/notify-imitation.ts';
import { globalChat, mentionNotice } from '#server/notifications/notify-mention.ts';
import { objectionDecided, objectionMade } from '#server/notifications/notify-objection.ts';
import {
  bankPayoutsBlocked,
  bankPayoutsOpen,
  payoutAccountCreated,
  payoutFailed,
  payoutNotice,
  payoutsHeld,
  payoutsReady,
  payoutsReleased,
  payoutsRestricted,
  payoutWaiting,
} from '#server/notifications/notify-payout.ts';
import { poolClaimApproved, poolClaimMade, poolClaimRejected } from '#server/notifications/notify-pool-claim.ts';
import { processorProblem } from '#server/notifications/notify-processor-problem.ts';
import {
  creatorLeft,
  pledgedCreatorLeft,
  profileClaimApproved,
  profileClaimedByCode,
  profileClaimMade,
  profileClaimRejected,
  profileGiven,
} from '#server/notifications/notify-profile-claim.ts';
import { creatorRefunded, fanRefunded } from '#server/notifications/notify-refund.ts';
import { creatorRenamed } from '#server/notifications/notify-renamed-creator.ts';
import { suspendedNotice, suspensionLifted } from '#server/notifications/notify-suspension.ts';
import { thankedNotice } from '#server/notifications/notify-thanks.ts';
import { responseReminder } from '#server/notifications/notify-transition.ts';
import { updateNotice, updateRemoved } from '#server/notifications/notify-update.ts';
import { verifiedOwnerNotice } from '#server/notifications/notify-verified-owner.ts';
import { waitingPool } from '#server/notifications/notify-waiting-pool.ts';
import {
  cardExpiringNotice,
  droppedNotice,
  lateEndedNotice,
  lateTakenBackNotice,
  lateWithheldNotice,
  ownRequestNotice,
  paymentDueNotice,
  placedNotice,
  poolChangedNotice,
  receiptNotice,
  refundNotice,
} from '#server/notifications/pledge-notices.ts';
import { poolNotices } from '#server/notifications/pool-notices.ts';
import type { PoolNotices } from '#server/notifications/pool-transition.ts';
import { due, pledgeIn, poolIn } from './sample-pools.ts';

const reason = 'The page does not mention your username.';

const claim: CreatorClaimRow = {
  id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a006',
  userId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a003',
  creatorUsername: 'maya_reyes',
  status: 'pending',
  reason,
  exists: true,
  page: 'https://www.youtube.com/@mayareyes',
  handedOver: false,
};

const payout = { id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a008', amountCents: 456_00 };

const message: MessageRow = {
  senderId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a002',
  senderName: 'Sam Stone',
  content: 'Did you see the sketches, @maya_reyes?',
  mentionedIds: ['0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a003'],
  roomKind: 'global',
  category: null,
  poolId: null,
  adult: false,
  threadId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a007',
};

const creatorMessage: CreatorMessageRow = {
  id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a009',
  poolId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a001',
  creatorId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a003',
  senderName: 'Maya Reyes',
  body: 'The recording starts on Monday.',
};

const update: UpdateRow = {
  id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a010',
  poolId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a001',
  authorId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a003',
  authorName: 'Maya Reyes',
  audience: 'everyone',
  content: 'The microphones are in the lantern room. The first three songs are done.',
};

/** The notices of a transition to every reader. Some readers get the same kind. */
function noticesOf({ fans, owner, creator, admins }: PoolNotices, pledge: PledgeRow): Notice[] {
  return [fans?.(pledge), owner?.(undefined), creator, admins].filter((notice) => notice !== undefined);
}

function transitionNotices(): Notice[] {
  const unassigned = poolIn('goal_met', { assignedCreatorId: null });
  const moves: [pool: PoolRow, from: PoolStatus, pledge: PledgeStatus][] = [
    [poolIn('open'), 'in_review', 'pledged'],
    [poolIn('goal_met'), 'open', 'pledged'],
    [unassigned, 'open', 'pledged'],
    [poolIn('accepted'), 'goal_met', 'pledged'],
    [poolIn('accepted', { accountDueAt: due }), 'accepted', 'pledged'],
    [poolIn('shortfall'), 'collecting', 'paid'],
    [poolIn('in_production'), 'collecting', 'paid'],
    [poolIn('in_production'), 'delivery_review', 'paid'],
    [poolIn('delivery_review'), 'in_production', 'paid'],
    [poolIn('delivered'), 'delivery_review', 'paid'],
    [poolIn('completed'), 'delivered', 'paid'],
  ];
  return moves.flatMap(([pool, from, pledge]) =>
    noticesOf(poolNotices(pool, { from, to: pool.status, event: 'sample', reason }), pledgeIn(pledge)),
  );
}

function endNotices(): Notice[] {
  const ends: [to: PoolStatus, from: PoolStatus][] = [
    ['expired', 'open'],
    ['declined', 'goal_met'],
    ['lapsed', 'goal_met'],
    ['cancelled', 'open'],
    ['removed', 'open'],
    ['refunded', 'in_production'],
  ];
  const kept = endingNotices(poolIn('removed', { keepsDelivery: true }), {
    ...{ from: 'completed', to: 'removed', event: 'sample', reason },
  });
  const others = ends.flatMap(([to, from]) => {
    const charged = to === 'refunded';
    const pool = poolIn(to, { wasCharged: charged });
    const notices = endingNotices(pool, { from, to, event: 'sample', reason: null });
    return noticesOf(notices ?? {}, pledgeIn(charged ? 'refunded' : 'released'));
  });
  return [...others, ...noticesOf(kept ?? {}, pledgeIn('paid'))];
}

const partRefund = {
  amountCents: 3_00,
  reason: 'The second track was cut short',
  owedCents: 0,
  byAdmin: true,
  outsideReason: null,
};
const paidOutside = { ...partRefund, outsideReason: 'Bank transfer on November 20, reference FAN-1234' };

const refusal = {
  processor: 'stripe',
  action: 'transfer',
  about: '',
  code: 'balance_insufficient',
  message: 'You have insufficient available funds in your Stripe account.',
  advice: 'Add money to the Stripe balance.',
  heldBackCents: 456_00,
} as const;

/** About a creator's payout account, and what an operator or admin has to do so that money moves on. */
const waitingMoneyNotices = (): Notice[] => [
  payoutsReady(),
  payoutAccountCreated(),
  bankPayoutsBlocked(),
  bankPayoutsOpen(),
  payoutsRestricted(),
  processorProblem(refusal),
  waitingPool(poolIn('delivery_review'), {
    poolId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a008',
    kind: 'review',
    since: due.toISOString(),
    until: due.toISOString(),
  }),
  payoutsHeld('We are looking into reports about your latest delivery.'),
  payoutsReleased('Everything is in order.'),
  payoutAccountChanged({ what: 'bank', heldUntil: due }),
];

/** About requests for a second admin. */
function approvalNotices(): Notice[] {
  const name = nameOf({ kind: 'payment.refund', amountCents: 250_00 }, '');
  const request = { name, requesterUsername: 'sam_stone', reason: 'The delivery was cut short', expiresAt: due };
  const ends = [
    { status: 'approved', answer: null, deciderUsername: 'maya_reyes' },
    { status: 'refused', answer: 'The fan has agreed to a smaller amount.', deciderUsername: 'maya_reyes' },
    { status: 'lapsed', answer: null, deciderUsername: null },
    { status: 'lapsed', answer: 'This payment has nothing left to refund.', deciderUsername: null },
  ] as const;
  return [approvalRequested(request), ...ends.flatMap((end) => approvalDecided({ name, ...end }) ?? [])];
}

/** About a suspension and the appeal against it. */
const suspensionNotices = (): Notice[] => [
  suspendedNotice({ reason: 'Repeated insults in the chat', until: due.toISOString() }),
  suspensionLifted('The messages came from a stolen account'),
  appealMade({ username: 'sam_stone', reason: 'I did not write those messages.' }),
  appealDismissed('The messages came from your devices'),
];

/** One sample of each notice that has a separate email, made by the code that makes the real ones. */
export function sampleNotices(): Notice[] {
  const place = { ...globalChat, href: '/home#chat' };
  const pool = poolIn('in_production');
  const all = [
    placedNotice(poolIn('open', { pledgedCents: 320_00, paidCents: 0, fanCount: 14 }), pledgeIn('pledged')),
    paymentDueNotice(pool, pledgeIn('notified'), { reminder: 0, cardRetryAt: due }),
    cardExpiringNotice(poolIn('open'), pledgeIn('pledged'), { brand: 'visa', last4: '4242', lastDay: '2099-01-31' }),
    receiptNotice(pool, pledgeIn('paid')),
    refundNotice(pool, pledgeIn('refunded')),
    fanRefunded(pool, pledgeIn('paid'), partRefund),
    fanRefunded(pool, pledgeIn('refunded'), { ...partRefund, amountCents: pledgeIn('refunded').amountCents }),
    fanRefunded(pool, pledgeIn('paid'), paidOutside),
    fanRefunded(pool, pledgeIn('refunded'), { ...paidOutside, byAdmin: false }),
    creatorRefunded(pool, partRefund),
    creatorRefunded(pool, { ...partRefund, owedCents: 2_67 }),
    droppedNotice(pool, pledgeIn('dropped')),
    lateEndedNotice(poolIn('completed'), pledgeIn('released')),
    lateTakenBackNotice(poolIn('completed'), pledgeIn('released')),
    lateWithheldNotice(poolIn('completed'), pledgeIn('released')),
    poolChangedNotice(poolIn('open'), pledgeIn('released')),
    ownRequestNotice(poolIn('open'), pledgeIn('released')),
    payoutNotice(payout, poolIn('completed')),
    fanNotices.opened(pool, pledgeIn('disputed')),
    fanNotices.won(pool, pledgeIn('paid')),
    fanNotices.lost(pool, pledgeIn('dispute_lost')),
    creatorNotice(pool, pledgeIn('disputed'), 'opened'),
    disputeMade(pool, { ...pledgeIn('disputed'), isRefunded: false }),
    disputeMade(pool, { ...pledgeIn('refunded'), isRefunded: true }),
    payoutWaiting(payout, poolIn('completed')),
    payoutFailed(payout, poolIn('completed')),
    ...waitingMoneyNotices(),
    ...approvalNotices(),
    ...transitionNotices(),
    ...endNotices(),
    objectionDecided(poolIn('in_production'), pledgeIn('paid'), {
      status: 'upheld',
      answer: 'The second track is cut.',
    }),
    objectionDecided(poolIn('delivered'), pledgeIn('paid'), { status: 'dismissed', answer: 'All tracks are there.' }),
    creatorLeft(poolIn('open')),
    pledgedCreatorLeft(poolIn('open'), pledgeIn('pledged')),
    verifiedOwnerNotice(poolIn('open'), { username: 'maya', page: claim.page }, pledgeIn('pledged')),
    creatorMessageNotice(pool, creatorMessage),
    updateNotice(pool, update),
    updateRemoved(pool),
    ...newsNotices(),
    savedClosingNotice(poolIn('open')),
    mentionNotice('chat_mention', message, place),
    mentionNotice('chat_reply', message, place),
    thankedNotice(poolIn('delivered'), { fanId: message.senderId, fanName: 'Sam Stone' }),
    responseReminder(poolIn('goal_met'), due),
    accountReminder(poolIn('accepted', { accountDueAt: due }), due),
    applicationMade({ userId: claim.userId, fullName: 'Maya Reyes' }),
    applicationApproved(),
    applicationRejected('The proof link does not open'),
    poolClaimMade(pool),
    poolClaimApproved(poolIn('goal_met')),
    poolClaimRejected(pool, reason),
    profileClaimMade(claim),
    profileClaimedByCode(claim),
    profileGiven(claim),
    creatorImitates({ username: 'maya_reyes_', name: 'Mаya Reyes', imitated: ['maya_reyes'] }),
    creatorRenamed({ username: 'maya_reyes', from: 'Maya Reyes', to: 'Maya Reyes Band' }),
    profileClaimApproved(claim),
    profileClaimRejected(claim),
    objectionMade(poolIn('delivered'), 'The second track is cut.'),
    ...suspensionNotices(),
  ];
  // Owner and fans share some kinds; the first sample is enough.
  const samples = [...new Map(all.toReversed().map((notice) => [notice.kind, notice])).values()].toReversed();
  // The sample pool does not exist, so its picture is the site's.
  return samples.map((notice) =>
    notice.picture ? { ...notice, picture: { ...notice.picture, path: siteShareImage } } : notice,
  );
}
