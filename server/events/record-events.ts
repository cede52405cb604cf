import type { EventType } from '#contract/events.ts';
import { endedPoolStatuses, type PoolStatus } from '#contract/pools/pool-status.ts';
import type {} from '#server/accounts/facts.ts';
import type {} from '#server/comments/facts.ts';
import type {} from '#server/creator-dashboard/facts.ts';
import type {} from '#server/creators/facts.ts';
import type {} from '#server/delivery/facts.ts';
import type {} from '#server/moderation/facts.ts';
import type {} from '#server/money/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pledges/facts.ts';
import { pledgeOf } from '#server/pledges/pledge-jobs.ts';
import type {} from '#server/pools/facts.ts';
import { poolOfPayout } from '#server/pools/payout-subject.ts';
import type {} from '#server/updates/facts.ts';
import { announceEvents } from './event-wake.ts';
import {
  deleteEventsOf,
  insertEvent,
  insertPlacedPledges,
  insertPledgeChange,
  insertPledgeEvents,
  insertProgress,
  insertThanksEvent,
  insertUpdateEvent,
  poolOfPledge,
} from './events.sql.ts';

const typeOfStatus: Partial<Record<PoolStatus, EventType>> = {
  goal_met: 'pool.goal_met',
  accepted: 'pool.accepted',
  collecting: 'pool.collecting',
  in_production: 'pool.in_production',
  delivered: 'pool.delivered',
  completed: 'pool.completed',
};

/** Undefined for moves that have no event, such as into a review. */
export function typeOfMove({ from, to }: Pick<FactMap['pool.transitioned'], 'from' | 'to'>): EventType | undefined {
  if (to === 'open') return from === 'goal_met' ? 'pool.goal_unmet' : 'pool.opened';
  return typeOfStatus[to] ?? (endedPoolStatuses.includes(to) ? 'pool.ended' : undefined);
}

/** Writes the log: each event in the transaction of its fact. */
export function recordEvents(context: Platform): void {
  /** Subscribes a handler that writes events, and tells those who wait for new ones after the commit. */
  function record<K extends keyof FactMap>(fact: K, handler: (tx: Tx, payloads: FactMap[K][]) => Promise<void>): void {
    context.facts.withinAll(fact, async (tx, payloads) => {
      await handler(tx, payloads);
      announceEvents(context, tx);
    });
  }
  function recordEach<K extends keyof FactMap>(fact: K, handler: (tx: Tx, payload: FactMap[K]) => Promise<void>): void {
    record(fact, async (tx, payloads) => {
      for (const payload of payloads) await handler(tx, payload);
    });
  }

  recordEach('pool.transitioned', async (tx, move) => {
    const type = typeOfMove(move);
    if (type) await insertEvent(tx, { type, poolId: move.poolId });
  });
  recordPledges(record);
  recordEach('update.posted', (tx, { updateId }) => insertUpdateEvent(tx, updateId));
  recordEach('comment.made', (tx, { commentId, poolId, authorId }) =>
    insertEvent(tx, { type: 'comment.made', poolId, actorId: authorId, subjectId: commentId }),
  );
  recordEach('creator.followed', (tx, { profileId, ownerId, userId }) =>
    insertEvent(tx, { type: 'creator.followed', personId: ownerId, actorId: userId, subjectId: profileId }),
  );
  recordEach('thanks.sent', (tx, { thanksId }) => insertThanksEvent(tx, thanksId));
  for (const fact of ['payout.paid', 'payout.failed'] as const) {
    recordEach(fact, (tx, { payoutId, userId, subject, amountCents }) =>
      insertEvent(tx, {
        type: fact,
        poolId: poolOfPayout(subject),
        personId: userId,
        subjectId: payoutId,
        data: { amountCents },
      }),
    );
  }
  recordForAdmins(recordEach);
  context.facts.within('user.left', (tx, { userId }) => deleteEventsOf(tx, userId));
}

type RecordAll = <K extends keyof FactMap>(fact: K, handler: (tx: Tx, payloads: FactMap[K][]) => Promise<void>) => void;
type RecordEach = <K extends keyof FactMap>(fact: K, handler: (tx: Tx, payload: FactMap[K]) => Promise<void>) => void;

function recordPledges(record: RecordAll): void {
  record('pledge.placed', async (tx, pledges) => {
    await insertProgress(tx, await insertPlacedPledges(tx, idsOf(pledges)));
  });
  record('pledge.changed', async (tx, pledges) => {
    for (const { pledgeId, amountCentsBefore } of pledges)
      await insertProgress(tx, await insertPledgeChange(tx, pledgeId, amountCentsBefore));
  });
  record('pledge.withdrawn', (tx, pledges) => insertPledgeEvents(tx, 'pledge.withdrawn', idsOf(pledges)));
  record('pledge.paid', (tx, pledges) => insertPledgeEvents(tx, 'pledge.paid', idsOf(pledges)));
  record('pledge.refunded', (tx, pledges) => insertPledgeEvents(tx, 'pledge.refunded', idsOf(pledges)));
}

const idsOf = (pledges: readonly { pledgeId: string }[]) => pledges.map(({ pledgeId }) => pledgeId);

function recordForAdmins(recordEach: RecordEach): void {
  recordEach('content.submitted', (tx, { poolId, claimId, creatorId }) =>
    insertEvent(tx, { type: 'delivery.submitted', poolId, actorId: creatorId, subjectId: claimId }),
  );
  recordEach('report.made', (tx, { reportId, poolId }) =>
    insertEvent(tx, { type: 'report.made', poolId, subjectId: reportId }),
  );
  recordEach('application.made', (tx, { applicationId, userId }) =>
    insertEvent(tx, { type: 'application.made', actorId: userId, subjectId: applicationId }),
  );
  recordEach('dispute.recorded', async (tx, { disputeId, subject }) => {
    const pledgeId = pledgeOf(subject);
    const poolId = pledgeId ? await poolOfPledge(tx, pledgeId) : null;
    await insertEvent(tx, { type: 'dispute.opened', poolId, subjectId: disputeId });
  });
  recordEach('user.registered', (tx, { userId }) => insertEvent(tx, { type: 'user.registered', actorId: userId }));
}
