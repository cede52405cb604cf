import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { latestDelivery } from './delivery.sql.ts';

/** The deliveries that contain an uploaded file. */
export function contentUses(sql: Connection, uploadId: Fragment): Fragment {
  return sql`select 1 from content_files f where f.upload_id = ${uploadId}`;
}

/** The latest delivery counts too while it is withheld: fans cannot read it, so the payout must not happen. */
export async function countOpenObjections(tx: Tx, poolId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select (select count(*) from objections where pool_id = ${poolId} and status = 'open')
      + (select count(withheld_at) from (${latestDelivery(tx, poolId)}) l) as n`;
  return row?.n ?? 0;
}

/** For the pool `p`: whether contributors cannot read its latest delivery, because a copyright notice disabled it. */
export function isDeliveryWithheld(sql: Connection): Fragment {
  return sql`coalesce((select l.withheld_at is not null from (${latestDelivery(sql, sql`p.id`)}) l), false)`;
}
