import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of notices: each query must return no rows; each row identifies a violation. */
export const noticeInvariants: readonly Invariant[] = [
  {
    name: 'every notice that waits for a digest has one scheduled',
    sql: `select n.id, n.kind from notifications n
      where n.awaits_digest and not exists (select from mail_digests d where d.user_id = n.user_id)`,
  },
  {
    name: 'a creator hears of each share of a goal at most once',
    sql: `select n.user_id, n.pool_id, count(*) as notices, max(c.step) as step
      from notifications n join creator_news c on c.pool_id = n.pool_id and c.creator_id = n.user_id
      where n.kind = 'goal_progress' group by n.user_id, n.pool_id having count(*) > 3 or max(c.step) < 25`,
  },
];
