import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of deliveries: each query must return no rows; each row identifies a violation. */
export const deliveryInvariants: readonly Invariant[] = [
  {
    name: 'everyone who may read a delivery has paid and was not refunded',
    sql: `select a.pool_id, a.user_id, l.status from content_access a join pledges l on l.id = a.pledge_id
      where l.status <> 'paid' or l.pool_id <> a.pool_id or l.fan_id <> a.user_id`,
  },
  {
    name: 'everyone who paid may read',
    sql: `select l.id as pledge_id, l.pool_id, l.fan_id from pledges l
      where l.status = 'paid' and not exists (
        select 1 from content_access a where a.pool_id = l.pool_id and a.user_id = l.fan_id and a.pledge_id = l.id)`,
  },
  {
    name: 'delivered files are whole and came from the creator who delivered',
    sql: `select f.id, u.completed_at, u.owner_id, c.creator_id
      from content_files f join uploads u on u.id = f.upload_id join content_claims c on c.id = f.claim_id
      where u.completed_at is null or u.owner_id <> c.creator_id`,
  },
  {
    name: 'a pool under review has one pending delivery and no other pool has one',
    sql: `select p.id, p.status, c.id as claim_id from pools p
      left join content_claims c on c.pool_id = p.id and c.status = 'pending'
      where (p.status = 'delivery_review') <> (c.id is not null)`,
  },
  {
    name: 'what is delivered was approved',
    sql: `select p.id, p.status from pools p where p.status in ('delivered', 'completed')
      and not exists (select 1 from content_claims c where c.pool_id = p.id and c.status = 'approved')`,
  },
  {
    name: 'objections are open in delivered pools only',
    sql: `select o.id, o.pool_id, p.status from objections o join pools p on p.id = o.pool_id
      where o.status = 'open' and p.status <> 'delivered'`,
  },
];
