import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** A pledge to confirm: a new one (`fresh`), or one that waited for this card. */
export interface Confirmation {
  id: string;
  poolId: string;
  fanId: string;
  amountCents: number;
  requestKey: string;
  anonymous: boolean;
  cardId: string;
  fresh: boolean;
  /** The mark of the content that the fan saw. */
  seen?: string | undefined;
}

/** A refusal of a pledge, as the code of the API's error. `pool_state`: the fan has seen other content; `conflict`: they have withdrawn it. */
export type PledgeRefusal =
  | 'not_found'
  | 'pool_frozen'
  | 'creator_suspended'
  | 'pool_closed'
  | 'own_request'
  | 'suspended'
  | 'pool_state'
  | 'pledge_exists'
  | 'conflict';

/**
 * `pledged`: the pledge counts, now or already; `repeated`: this request key stored a pledge before; `no_card`: the card was removed,
 * and the pool takes pledges.
 */
export type ConfirmOutcome = 'pledged' | 'repeated' | 'no_card' | PledgeRefusal;

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

/** The driver encodes an array of booleans as one boolean, so booleans are sent as text. */
const flag = (value: boolean) => (value ? 't' : 'f');

/** Confirms a batch in one call (../confirm-pledges.sql). Returns results in the order of the items. */
export async function confirmAll(tx: Tx, items: Confirmation[]): Promise<Confirmed[]> {
  return tx<Confirmed[]>`
    select * from confirm_pledges(
      ids => ${items.map(({ id }) => id)}::uuid[],
      pool_ids => ${items.map(({ poolId }) => poolId)}::uuid[],
      fan_ids => ${items.map(({ fanId }) => fanId)}::uuid[],
      amounts => ${items.map(({ amountCents }) => amountCents)}::bigint[],
      request_keys => ${items.map(({ requestKey }) => requestKey)}::text[],
      anonymous_flags => ${items.map(({ anonymous }) => flag(anonymous))}::text[]::boolean[],
      card_ids => ${items.map(({ cardId }) => cardId)}::uuid[],
      fresh_flags => ${items.map(({ fresh }) => flag(fresh))}::text[]::boolean[],
      seen_marks => ${items.map(({ seen }) => seen ?? null)}::text[])`;
}
