import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of takedowns and performer records. Each query must return no rows; a row identifies a violation. */
export const legalInvariants: readonly Invariant[] = [
  {
    name: 'material with a running clock is disabled',
    sql: `select m.id, m.kind, m.target_id from takedown_materials m
      where m.status in ('disabled', 'countered') and (
        (m.kind = 'delivery' and exists (select 1 from content_claims c where c.id = m.target_id and c.withheld_at is null))
        or (m.kind = 'picture' and exists (select 1 from images i where i.id = m.target_id and i.withheld_at is null))
        or (m.kind = 'comment' and exists (select 1 from comments c where c.id = m.target_id and c.deleted_at is null)))`,
  },
  {
    name: 'only takedown cases withhold deliveries',
    sql: `select c.id, c.pool_id from content_claims c
      where c.withheld_at is not null and not exists (
        select 1 from takedown_materials m
        where m.kind = 'delivery' and m.target_id = c.id and m.status in ('disabled', 'countered', 'kept_down'))`,
  },
  {
    name: 'a delivered pool whose latest delivery stays disabled is refunded unless it is frozen',
    sql: `select p.id from pools p
      where p.status = 'delivered' and not p.frozen and exists (
        select 1 from takedown_materials m
        where m.kind = 'delivery' and m.status = 'kept_down' and m.target_id = (
          select c.id from content_claims c where c.pool_id = p.id and c.status = 'approved'
          order by c.decided_at desc, c.id desc limit 1))`,
  },
  {
    name: 'a pool that a notice froze has a live case',
    sql: `select p.id from pools p
      where p.frozen and exists (select 1 from takedown_materials m where m.pool_id = p.id and m.froze_pool)
        and not exists (
          select 1 from takedown_materials m
          where m.pool_id = p.id and m.kind <> 'comment' and m.status in ('disabled', 'countered'))`,
  },
  {
    name: 'every counter-notice moved its case on',
    sql: `select c.id, m.status from counter_notices c join takedown_materials m on m.id = c.material_id where m.status = 'disabled'`,
  },
  {
    name: 'every recorded production names its performers or states that it shows no one',
    sql: `select d.id, d.pool_id from productions d
      where d.shows_no_one = exists (select 1 from production_performers x where x.production_id = d.id)`,
  },
];
