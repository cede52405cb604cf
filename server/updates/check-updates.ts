import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of updates: each query must return no rows. */
export const updateInvariants: readonly Invariant[] = [
  {
    name: 'deleted updates have no pictures',
    sql: `select x.id from pool_updates x join pool_update_images m on m.update_id = x.id where x.deleted_at is not null`,
  },
];
