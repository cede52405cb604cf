import type { Connection } from '#server/platform/postgres/db.ts';
import { groundColumns, type PoolGround } from './pledges.sql.ts';

/** Everything a fan's pledge needs to be taken and shown: its pool, and the newest saved card where that is asked for. */
export interface Desk extends PoolGround {
  slug: string;
  ownerUsername: string;
  profileUsername: string | null;
  cardId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
}

/** Whose pledge, to which pool. */
export interface DeskQuestion {
  poolId: string;
  fanId: string;
  withCard: boolean;
}

/** One statement for many fans, since this is what a crowd on one pool asks most. The order is that of the questions. */
export async function findDesks(
  sql: Connection,
  processor: string,
  questions: readonly DeskQuestion[],
): Promise<(Desk | { id: null })[]> {
  // The driver takes an array of booleans for a single boolean, so they travel as text.
  return sql<(Desk | { id: null })[]>`
    select ${groundColumns(sql)}, o.slug, u.username as owner_username, c.username as profile_username,
      k.id as card_id, k.brand as card_brand, k.last4 as card_last4
    from unnest(${questions.map(({ poolId }) => poolId)}::uuid[], ${questions.map(({ fanId }) => fanId)}::uuid[],
      ${questions.map(({ withCard }) => String(withCard))}::text[]) with ordinality as i (pool_id, fan_id, with_card, n)
    left join pools o on o.id = i.pool_id
    left join users u on u.id = o.owner_id
    left join creator_profiles c on c.id = o.creator_profile_id
    left join lateral (
      select k.id, k.brand, k.last4 from cards k
      where i.with_card = 'true' and k.user_id = i.fan_id and k.processor = ${processor} and k.removed_at is null
      order by k.created_at desc, k.id desc limit 1) k on true
    order by i.n`;
}
