import type { Connection } from '#server/platform/postgres/db.ts';
import { fundingColumns, type PoolFunding } from './pledges.sql.ts';
import type { PledgeRefusal } from './setup/confirm.sql.ts';

/** The data for a new pledge: its pool, and the fan's newest saved card that can pay for it, if the fan wants to use it. */
export interface PledgeTarget extends PoolFunding {
  slug: string;
  ownerUsername: string;
  profileUsername: string | null;
  /** Why the pool takes no pledge of this fan now; null when it takes one. */
  refusal: PledgeRefusal | null;
  cardId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
}

/** The fan, the pool, and whether to read the saved card. */
export interface PledgeTargetQuery {
  poolId: string;
  fanId: string;
  withCard: boolean;
}

/** Reads the targets of many fans in one statement, because a crowd pledges to one pool. Keeps the order of the queries. */
export async function findPledgeTargets(
  sql: Connection,
  processors: { main: string; adult: string | null },
  questions: readonly PledgeTargetQuery[],
): Promise<(PledgeTarget | { id: null })[]> {
  // The driver encodes an array of booleans as one boolean, so booleans are sent as text.
  return sql<(PledgeTarget | { id: null })[]>`
    select ${fundingColumns(sql)}, o.slug, u.username as owner_username, c.username as profile_username,
      pledge_refusal(o, i.fan_id, takes_late_pledges(o), clock_timestamp()) as refusal,
      k.id as card_id, k.brand as card_brand, k.last4 as card_last4
    from unnest(${questions.map(({ poolId }) => poolId)}::uuid[], ${questions.map(({ fanId }) => fanId)}::uuid[],
      ${questions.map(({ withCard }) => String(withCard))}::text[]) with ordinality as i (pool_id, fan_id, with_card, n)
    left join pools o on o.id = i.pool_id
    left join users u on u.id = o.owner_id
    left join creator_profiles c on c.id = o.creator_profile_id
    left join lateral (
      select k.id, k.brand, k.last4 from cards k
      where i.with_card = 'true' and k.user_id = i.fan_id and k.processor = case when o.adult then ${processors.adult} else ${processors.main} end and k.removed_at is null
      order by k.created_at desc, k.id desc limit 1) k on true
    order by i.n`;
}
