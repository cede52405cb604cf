import type { EventOf, EventPerson, EventPool, EventType } from '#contract/events.ts';
import { creatorPath, dashboardViewPath, isErasedUsername, paths, userPath } from '#contract/paths.ts';
import { countedPledgeStatuses, unlistedPledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { poolCommentsPath, poolIdPath, poolUpdatePath } from '#contract/pools/pool-path.ts';
import type { PoolStatus } from '#contract/pools/pool-status.ts';
import type { ReportKind } from '#contract/reports.ts';
import type { UpdateAudience } from '#contract/updates.ts';
import type { EventReader, EventRow } from './event-rows.sql.ts';

interface Composing {
  row: EventRow;
  reader: EventReader;
  /** The absolute address of a path. */
  urlOf(path: string): string;
}

type Compose<Type extends EventType> = (composing: Composing) => EventOf<Type>['data'] | null;

const composers: { [Type in EventType]: Compose<Type> } = {
  'pool.opened': ofPool,
  'pool.goal_met': ofPool,
  'pool.goal_unmet': ofPool,
  'pool.accepted': ofPool,
  'pool.collecting': ofPool,
  'pool.in_production': ofPool,
  'pool.delivered': ofPool,
  'pool.completed': ofPool,
  'pool.ended': ofPool,
  'pool.progress': (composing) => {
    const pool = poolOf(composing);
    return pool && { pool, percent: composing.row.data.percent as 25 | 50 | 75 };
  },
  'pledge.placed': ofPledge,
  'pledge.changed': (composing) => {
    const about = ofPledge(composing);
    const amountCentsBefore = composing.row.data.amountCentsBefore ?? 0;
    return about && { ...about, pledge: { ...about.pledge, amountCentsBefore } };
  },
  'pledge.withdrawn': ofPledge,
  'pledge.paid': ofPledge,
  'pledge.refunded': ofPledge,
  'update.posted': (composing) => {
    const { row, urlOf } = composing;
    const pool = poolOf(composing);
    const author = personOf(composing);
    if (!pool || !author || !row.subject || !row.subjectId) return null;
    const audience = row.subject.audience as UpdateAudience;
    const isPublic = !pool.adult && audience === 'everyone';
    const url = urlOf(poolUpdatePath(poolIdPath(pool.id), row.subjectId));
    return {
      pool,
      update: { id: row.subjectId, url, audience, text: isPublic ? String(row.subject.content) : null, author },
    };
  },
  'comment.made': (composing) => {
    const { row, urlOf } = composing;
    const pool = poolOf(composing);
    const author = personOf(composing);
    if (!pool || !author || !row.subject || !row.subjectId) return null;
    const { updateId, audience, content } = row.subject;
    const path = poolIdPath(pool.id);
    const url = urlOf(updateId ? poolUpdatePath(path, String(updateId)) : poolCommentsPath(path));
    const isPublic = !pool.adult && audience !== 'contributors';
    return { pool, comment: { id: row.subjectId, url, text: isPublic ? String(content) : null, author } };
  },
  'creator.followed': (composing) => {
    const { row, urlOf } = composing;
    const follower = personOf(composing);
    if (!follower || !row.subject) return null;
    const username = String(row.subject.username);
    return { creator: { username, url: urlOf(creatorPath(username)) }, follower };
  },
  'thanks.sent': (composing) => {
    const { row } = composing;
    const pool = poolOf(composing);
    if (!pool || !row.subject || !row.subjectId) return null;
    const fan = row.subject.anonymous ? null : personOf(composing);
    return { pool, thanks: { id: row.subjectId, text: pool.adult ? null : String(row.subject.content), fan } };
  },
  'payout.paid': ofPayout,
  'payout.failed': ofPayout,
  'delivery.submitted': (composing) => {
    const { row, urlOf } = composing;
    const pool = poolOf(composing);
    return pool && row.subjectId
      ? { pool, delivery: { id: row.subjectId, url: urlOf(paths.adminContentClaims) } }
      : null;
  },
  'report.made': (composing) => {
    const { row, urlOf } = composing;
    if (!row.subject || !row.subjectId) return null;
    const kind = row.subject.kind as ReportKind;
    return { pool: poolOf(composing), report: { id: row.subjectId, kind, url: urlOf(paths.adminReports) } };
  },
  'application.made': (composing) => {
    const { row, urlOf } = composing;
    const person = personOf(composing);
    if (!row.subject || !row.subjectId || !person) return null;
    return { application: { id: row.subjectId, url: urlOf(paths.adminVerifications), person } };
  },
  'dispute.opened': (composing) => {
    const { row, urlOf } = composing;
    if (!row.subject || !row.subjectId) return null;
    const amountCents = Number(row.subject.amountCents);
    const url = urlOf(`${paths.adminMoney}/disputes`);
    return { pool: poolOf(composing), dispute: { id: row.subjectId, amountCents, url } };
  },
  'user.registered': (composing) => {
    const user = personOf(composing);
    return user && { user };
  },
};

function ofPool(composing: Composing) {
  const pool = poolOf(composing);
  return pool && { pool };
}

/**
 * An anonymous pledge has neither an id nor a fan, whether it was anonymous then or is now. The owner of a pool and visitors read the names
 * that the pool's page shows: of fans who back it now and do not keep their pledges private. Only the creator and admins read amounts, and
 * visitors do not learn that a pledge was withdrawn. The creator reads all other names that their list of contributors has, until the pool
 * is removed; of a pledge that left the list, they get the id, so that a program can forget it.
 */
function ofPledge(composing: Composing) {
  const { row, reader } = composing;
  const pool = poolOf(composing);
  if (!pool) return null;
  const { forVisitors = false, readsSite } = reader;
  if (forVisitors && row.pledgeStatus && !countedPledgeStatuses.includes(row.pledgeStatus)) return null;
  const { hasId, hasFan } = shownOfPledge(row, reader, pool.status);
  return {
    pool,
    pledge: {
      id: hasId ? row.subjectId : null,
      amountCents: readsSite || row.isCreator ? (row.data.amountCents ?? null) : null,
      fan: hasFan ? personOf(composing) : null,
    },
  };
}

function shownOfPledge(
  { anonymous, backsPrivate, data, isCreator, pledgeStatus }: EventRow,
  { forVisitors = false, readsSite }: EventReader,
  poolStatus: PoolStatus,
): { hasId: boolean; hasFan: boolean } {
  if (anonymous !== false || data.anonymous !== false || pledgeStatus === null) return { hasId: false, hasFan: false };
  if (countedPledgeStatuses.includes(pledgeStatus) && backsPrivate === false) return { hasId: true, hasFan: true };
  const hasId = readsSite || (isCreator && poolStatus !== 'removed' && !forVisitors);
  return { hasId, hasFan: hasId && (readsSite || !unlistedPledgeStatuses.includes(pledgeStatus)) };
}

function ofPayout(composing: Composing) {
  const { row, urlOf } = composing;
  if (!row.subjectId) return null;
  const url = urlOf(dashboardViewPath('earnings'));
  return {
    pool: poolOf(composing),
    payout: { id: row.subjectId, amountCents: row.data.amountCents ?? 0, url },
  };
}

/** Null if the event is not about a pool. An adult pool has no title; its link and figures reveal nothing of its content. */
function poolOf({ row, urlOf }: Composing): EventPool | null {
  const { poolId, adult, title, status, goalCents, pledgedCents, paidCents, fanCount, deadline } = row;
  if (!poolId || adult === null || !status || !deadline) return null;
  return {
    id: poolId,
    title: adult ? null : title,
    url: urlOf(poolIdPath(poolId)),
    adult,
    status,
    goalCents: goalCents ?? 0,
    pledgedCents: pledgedCents ?? 0,
    paidCents: paidCents ?? 0,
    fanCount: fanCount ?? 0,
    deadline: deadline.toISOString(),
  };
}

/** Null once the person has deleted their account. The name of the owner of an adult profile is adult content. */
function personOf({ row, urlOf }: Composing): EventPerson | null {
  const { username, displayName, actorAdult, actorDeleted } = row;
  if (!username || actorDeleted || isErasedUsername(username)) return null;
  return { username, displayName: actorAdult ? null : displayName, url: urlOf(userPath(username)) };
}

/** The event as the reader may read it at this moment; null if what it is about is gone, or hidden from them. */
export function composeEvent(row: EventRow, reader: EventReader, publicUrl: string): EventOf | null {
  const compose = composers[row.type] as Compose<EventType> | undefined;
  const data = compose?.({ row, reader, urlOf: (path) => publicUrl + path });
  if (!data) return null;
  return { id: row.id, type: row.type, timestamp: row.occurredAt.toISOString(), data } as EventOf;
}
