import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of comments and of likes of updates: each query must return no rows. */
export const commentInvariants: readonly Invariant[] = [
  {
    name: 'cached comments of pools equal those that are not deleted',
    sql: `select p.id, p.comment_count, coalesce(c.n, 0) as should_be
      from pools p left join (
        select pool_id, count(*) as n from comments where deleted_at is null and update_id is null group by pool_id) c on c.pool_id = p.id
      where p.comment_count <> coalesce(c.n, 0)`,
  },
  {
    name: 'cached replies of comments equal those that are not deleted',
    sql: `select t.id, t.reply_count, coalesce(r.n, 0) as should_be
      from comments t left join (
        select parent_id, count(*) as n from comments where parent_id is not null and deleted_at is null group by parent_id) r
        on r.parent_id = t.id
      where t.reply_count <> coalesce(r.n, 0)`,
  },
  {
    name: 'cached likes of comments equal their rows',
    sql: `select c.id, c.like_count, coalesce(l.n, 0) as should_be
      from comments c left join (select comment_id, count(*) as n from comment_likes group by comment_id) l on l.comment_id = c.id
      where c.like_count <> coalesce(l.n, 0)`,
  },
  {
    name: 'replies hang on the top of a thread about the same pool or update',
    sql: `select r.id from comments r join comments t on t.id = r.parent_id
      where t.parent_id is not null or t.pool_id <> r.pool_id or t.update_id is distinct from r.update_id`,
  },
  {
    name: 'cached likes of updates equal their rows',
    sql: `select x.id, x.like_count, coalesce(l.n, 0) as should_be
      from pool_updates x left join (select update_id, count(*) as n from update_likes group by update_id) l on l.update_id = x.id
      where x.like_count <> coalesce(l.n, 0)`,
  },
  {
    name: 'cached comments of updates equal those that are not deleted',
    sql: `select x.id, x.comment_count, coalesce(c.n, 0) as should_be
      from pool_updates x left join (
        select update_id, count(*) as n from comments where deleted_at is null group by update_id) c on c.update_id = x.id
      where x.comment_count <> coalesce(c.n, 0)`,
  },
];
