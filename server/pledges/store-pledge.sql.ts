import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The terms of a fan's request. */
export interface NewPledge {
  poolId: string;
  fanId: string;
  amountCents: number;
  requestKey: string;
  anonymous: boolean;
  /** The mark of the content that the fan saw. */
  seen?: string | undefined;
}

/** A new pledge (`isNew`), which waits if it has no card, or one that waited for this card. */
export interface PledgeToStore extends NewPledge {
  id: string;
  cardId: string | null;
  isNew: boolean;
}

/**
 * A refusal of a pledge, as the code of the API's error. `pool_state`: the fan has seen other content. Of a pledge that waited, `conflict`: the
 * fan has withdrawn it; `no_saved_card`: they have removed its card.
 */
export type PledgeRefusal =
  | 'not_found'
  | 'pool_frozen'
  | 'creator_suspended'
  | 'pool_closed'
  | 'own_request'
  | 'suspended'
  | 'pool_state'
  | 'pledge_exists'
  | 'conflict'
  | 'no_saved_card';

/** The pledge that a request key stored, with the terms of that request. */
export interface PledgeOfRequest {
  id: string;
  poolId: string;
  fanId: string;
  amountCents: number;
  status: PledgeStatus;
  requestCents: number;
  /** Null: a request of an older version. */
  requestAnonymous: boolean | null;
}

/**
 * A stored pledge, with the totals of its pool. `pledged`: it counts, now or already. `opened`: it waits for a card.
 * `restarted`: it waits, with new terms. `repeated`: its request key stored it before.
 */
export interface StoredPledge extends PledgeOfRequest {
  outcome: 'pledged' | 'opened' | 'restarted' | 'repeated';
  anonymous: boolean;
  createdAt: Date;
  poolStatus: PoolStatus;
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
}

export type StoreResult = StoredPledge | { outcome: PledgeRefusal; id: string | null; status: PledgeStatus | null };

/** The driver encodes an array of booleans as one boolean, so booleans are sent as text. */
const flag = (value: boolean) => (value ? 't' : 'f');

/** Stores a batch in one call (store-pledges.sql). Returns results in the order of the items. */
export async function storePledges(tx: Tx, items: readonly PledgeToStore[], setupMs: number): Promise<StoreResult[]> {
  return tx<StoreResult[]>`
    select * from store_pledges(
      ids => ${items.map(({ id }) => id)}::uuid[],
      pool_ids => ${items.map(({ poolId }) => poolId)}::uuid[],
      fan_ids => ${items.map(({ fanId }) => fanId)}::uuid[],
      amounts => ${items.map(({ amountCents }) => amountCents)}::bigint[],
      request_keys => ${items.map(({ requestKey }) => requestKey)}::text[],
      anonymous_flags => ${items.map(({ anonymous }) => flag(anonymous))}::text[]::boolean[],
      card_ids => ${items.map(({ cardId }) => cardId)}::uuid[],
      new_flags => ${items.map(({ isNew }) => flag(isNew))}::text[]::boolean[],
      seen_marks => ${items.map(({ seen }) => seen ?? null)}::text[],
      setup_ms => ${setupMs}::bigint)`;
}

export async function readStatuses(tx: Tx, ids: readonly string[]): Promise<Pick<StoredPledge, 'id' | 'status'>[]> {
  return tx<Pick<StoredPledge, 'id' | 'status'>[]>`select id, status from pledges where id = any(${[...ids]}::uuid[])`;
}

/**
 * Marks the pledge that met the goal: of those that count, in the order in which they began to count, the one with which the sum
 * reached it. The caller has locked the pool.
 */
export async function markGoalMeetingPledge(tx: Tx, poolId: string, goalCents: number): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    update pledges set met_goal_at = clock_timestamp()
    where id = (
      select id from (
        select id, sum(amount_cents) over (order by pledged_at, id) as pledged_cents from pledges
        where pool_id = ${poolId} and status in ('pledged', 'charging', 'notified', 'paid')) counted
      where pledged_cents >= ${goalCents} order by pledged_cents limit 1)
    returning id`;
  return row?.id;
}

/** The pledge that a request key created or restarted. */
export async function findPledgeOfRequest(
  sql: Connection,
  { fanId, requestKey }: Pick<NewPledge, 'fanId' | 'requestKey'>,
): Promise<PledgeOfRequest | undefined> {
  const [row] = await sql<PledgeOfRequest[]>`
    select p.id, p.pool_id, p.fan_id, p.amount_cents, p.status, p.request_cents, p.request_anonymous
    from pledges p where p.fan_id = ${fanId} and p.request_key = ${requestKey}
    union all
    select p.id, p.pool_id, p.fan_id, p.amount_cents, p.status, r.request_cents, r.request_anonymous
    from pledge_restarts r join pledges p on p.id = r.pledge_id
    where r.fan_id = ${fanId} and r.request_key = ${requestKey}`;
  return row;
}
