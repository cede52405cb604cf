import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of notices: each query must return no rows; each row identifies a violation. */
export const noticeInvariants: readonly Invariant[] = [
  {
    name: 'every notice that waits for a digest has one scheduled',
    sql: `select n.id, n.kind from notifications n
      where n.awaits_digest and not exists (select from mail_digests d where d.user_id = n.user_id)`,
  },
];
