import type { Connection } from '#server/platform/db.ts';
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

/** One statement, since this is what a crowd on one pool asks most. */
export async function readDesk(
  sql: Connection,
  { poolId, fanId, processor, withCard }: { poolId: string; fanId: string; processor: string; withCard: boolean },
): Promise<Desk | undefined> {
  const [row] = await sql<Desk[]>`
    select ${groundColumns(sql)}, o.slug, u.username as owner_username, c.username as profile_username,
      k.id as card_id, k.brand as card_brand, k.last4 as card_last4
    from pools o
    join users u on u.id = o.owner_id
    left join creator_profiles c on c.id = o.creator_profile_id
    left join lateral (
      select k.id, k.brand, k.last4 from cards k
      where ${withCard}::boolean and k.user_id = ${fanId} and k.processor = ${processor} and k.removed_at is null
      order by k.created_at desc, k.id desc limit 1) k on true
    where o.id = ${poolId}`;
  return row;
}
