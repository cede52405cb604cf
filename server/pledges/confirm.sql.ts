import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { PoolStatus } from '#contract/pools.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** A pledge with a verified card: a new one, or one that waited for this card. */
export interface Confirmation {
  id: string;
  poolId: string;
  fanId: string;
  amountCents: number;
  requestKey: string;
  anonymous: boolean;
  cardId: string;
  fresh: boolean;
}

/**
 * `pledged`: it counts now, or did already; `repeated`: this request key made that pledge before; `exists`: the fan has another live
 * pledge; `closed` and `frozen`: the pool takes none; `ended`: it was withdrawn meanwhile; `missing`: no such pool or pledge.
 */
export type ConfirmOutcome = 'pledged' | 'repeated' | 'exists' | 'closed' | 'frozen' | 'ended' | 'missing';

export interface Confirmed {
  n: number;
  outcome: ConfirmOutcome;
  id: string | null;
  poolId: string | null;
  amountCents: number;
  requestCents: number;
  status: PledgeStatus;
  anonymous: boolean;
  cardId: string | null;
  createdAt: Date;
  poolStatus: PoolStatus;
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
}

/** The driver takes an array of booleans for a single boolean, so they travel as text. */
const flag = (value: boolean) => (value ? 't' : 'f');

/** Nobody's account is deleted before this transaction is over; before their pools, as whoever deletes one locks them. */
export async function holdFans(tx: Tx, fanIds: string[]): Promise<void> {
  await tx`select 1 from users where id = any(${fanIds}::uuid[]) order by id for key share`;
}

/** All of a batch in one call: migrations/0002_confirm_pledges.sql says how. Answers in the order of the items. */
export async function confirmAll(tx: Tx, items: Confirmation[]): Promise<Confirmed[]> {
  return tx<Confirmed[]>`
    select * from confirm_pledges(
      ${items.map(({ id }) => id)}::uuid[], ${items.map(({ poolId }) => poolId)}::uuid[],
      ${items.map(({ fanId }) => fanId)}::uuid[], ${items.map(({ amountCents }) => amountCents)}::bigint[],
      ${items.map(({ requestKey }) => requestKey)}::text[], ${items.map(({ anonymous }) => flag(anonymous))}::text[]::boolean[],
      ${items.map(({ cardId }) => cardId)}::uuid[], ${items.map(({ fresh }) => flag(fresh))}::text[]::boolean[])`;
}
