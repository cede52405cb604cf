import type { Tx } from '#server/platform/postgres/db.ts';
import { type DemoEnd, joinedDaysAgo } from './demo-content.ts';
import {
  type DatedMessage,
  type DatedRow,
  dateActivity,
  dateComments,
  dateMessages,
  dateMoney,
  datePeople,
  datePledges,
  datePools,
  dateProfiles,
  dateQueues,
  listMessages,
  listPledges,
  listPoolComments,
  rewriteEvents,
} from './demo-dates.sql.ts';
import type { StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

import { type Period, spreadDates } from './spread-dates.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const soonDays = 0.02;
const conversationDays = { global: 9, category: 6, direct: 3 };

/**
 * Moves the demo into the past: people, pools and what they did, which no operation can do. The ledger needs no change, because its
 * journals got their dates when they were inserted (`demo-clock.sql.ts`).
 */
export async function dateDemo(tx: Tx, people: DemoPeople, pools: readonly StagedPool[]): Promise<void> {
  const actors = [people.admin, people.fan, ...people.fans, ...people.creators.values()];
  await datePeople(
    tx,
    actors.map(({ userId, username }) => ({ userId, daysAgo: joinedDaysAgo(username) })),
  );
  const unclaimed = [...people.profiles].filter(([username]) => !people.creators.has(username));
  await dateProfiles(
    tx,
    unclaimed.map(([username, id]) => ({ id, daysAgo: joinedDaysAgo(username) })),
  );
  await dateMoney(tx);
  await datePools(
    tx,
    pools.map(({ id, history }) => ({ id, daysAgo: history.created })),
  );
  const now = Date.now();
  const byId = new Map(pools.map((pool) => [pool.id, pool]));
  const periodOf = (use: string, daysOf: (pool: StagedPool) => Days) => (id: string, firstMs: number) => {
    const pool = byId.get(id);
    const { from = Number.POSITIVE_INFINITY, to } = pool ? daysOf(pool) : { to: 0 };
    return {
      from: Math.max(firstMs, now - from * dayMs),
      to: now - to * dayMs,
      seed: `${use} ${pool?.demo.title ?? id}`,
    };
  };
  await spread(tx, await listPledges(tx), { periodOf: periodOf('pledge', pledgeDays), store: datePledges });
  await spread(tx, await listPoolComments(tx), { periodOf: periodOf('comment', commentDays), store: dateComments });
  await spreadConversations(tx, now);
  await dateActivity(tx);
  await dateQueues(tx);
  await rewriteEvents(tx);
}

/** A period in days before the demo starts. Without `from`, it begins with the pool. */
interface Days {
  from?: number;
  to: number;
}

const pledgeDays = ({ history }: StagedPool): Days => ({ to: history.pledgesEnd });

/** People comment on a delivery or on its failure for some days, and on other pools all the time. */
function commentDays({ demo, history }: StagedPool): Days {
  const { approved, givenUp } = history;
  const times: Partial<Record<DemoEnd, number>> = { completed: approved, delivered: approved, refunded: givenUp };
  const since = times[demo.end];
  return since === undefined ? { to: soonDays } : { from: since, to: Math.max(soonDays, since - 14) };
}

interface Spreading {
  periodOf(groupId: string, firstMs: number): Period;
  store(tx: Tx, ids: readonly string[], dates: readonly string[]): Promise<void>;
}

async function spread(tx: Tx, rows: readonly DatedRow[], { periodOf, store }: Spreading): Promise<void> {
  const groups = Map.groupBy(rows, ({ groupId }) => groupId);
  const dates = [...groups].flatMap(([groupId, group]) => {
    const list = group.map(({ earliest, isAnswer }) => ({ earliest: earliest.getTime(), isAnswer }));
    const first = Math.min(...list.map(({ earliest }) => earliest));
    return spreadDates(list, periodOf(groupId, first + 20 * minuteMs));
  });
  const ids = [...groups.values()].flat().map(({ id }) => id);
  await store(
    tx,
    ids,
    dates.map((date) => new Date(date).toISOString()),
  );
}

/** Messages of the system have the time of their event. What people write in a pool's chat follows them. */
async function spreadConversations(tx: Tx, now: number): Promise<void> {
  const rows = await listMessages(tx);
  const isEvent = (row: DatedMessage) => row.eventAt !== null;
  const events = new Map(
    [...Map.groupBy(rows.filter(isEvent), ({ groupId }) => groupId)].map(([groupId, group]) => [
      groupId,
      Math.max(...group.map(({ eventAt }) => eventAt?.getTime() ?? 0)),
    ]),
  );
  const kinds = new Map(rows.map(({ groupId, kind, poolCreatedAt }) => [groupId, { kind, poolCreatedAt }]));
  const periodOf = (groupId: string): Period => {
    const { kind = 'direct', poolCreatedAt = null } = kinds.get(groupId) ?? {};
    const began = kind === 'pool' ? (poolCreatedAt?.getTime() ?? 0) : now - conversationDays[kind] * dayMs;
    const from = Math.max(events.get(groupId) ?? 0, began) + 30 * minuteMs;
    return { from, to: now - 4 * minuteMs, seed: `chat ${groupId}`, closeShare: 0.5 };
  };
  await dateMessages(
    tx,
    rows.filter(isEvent).map(({ id }) => id),
    rows.flatMap(({ eventAt }) => eventAt?.toISOString() ?? []),
  );
  await spread(
    tx,
    rows.filter((row) => !isEvent(row)),
    { periodOf, store: dateMessages },
  );
}
