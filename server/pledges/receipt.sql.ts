import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolTerms } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface ReceiptRow {
  id: string;
  status: PledgeStatus;
  createdAt: Date;
  poolId: string;
  poolTitle: string;
  slug: string;
  adult: boolean;
  refundedOutside: boolean;
  terms: PoolTerms | null;
  objectUntil: Date | null;
  ownerUsername: string;
  ownerName: string | null;
  ownerAdult: boolean;
  profileUsername: string | null;
  creatorName: string | null;
  creatorUsername: string | null;
  creatorAdult: boolean;
  fanName: string;
  fanEmail: string;
}

export async function findReceipt(sql: Connection, id: string, fanId: string): Promise<ReceiptRow | undefined> {
  const [row] = await sql<ReceiptRow[]>`
    select p.id, p.status, p.created_at, p.pool_id, o.title as pool_title, o.slug, o.adult, p.refunded_outside, o.terms,
      case when o.status = 'delivered' then o.quiet_until end as object_until,
      w.username as owner_username, w.display_name as owner_name, w.adult as owner_adult, c.username as profile_username,
      coalesce(c.display_name, ac.display_name, a.display_name, a.username) as creator_name,
      coalesce(c.username, a.username) as creator_username, coalesce(s.adult, a.adult, false) as creator_adult,
      coalesce(f.display_name, f.username) as fan_name, f.email as fan_email
    from pledges p
    join pools o on o.id = p.pool_id
    join users w on w.id = o.owner_id
    join users f on f.id = p.fan_id
    left join creator_profiles c on c.id = o.creator_profile_id
    left join categories s on s.id = c.category_id
    left join users a on a.id = o.assigned_creator_id
    left join creator_profiles ac on ac.owner_id = o.assigned_creator_id
    where p.id = ${id} and p.fan_id = ${fanId}`;
  return row;
}
