import type { Invariant } from '#server/platform/postgres/invariants.ts';

export const tokenInvariants: readonly Invariant[] = [
  {
    name: 'a deleted account has no API tokens',
    sql: 'select t.id, t.user_id from api_tokens t join users u on u.id = t.user_id where u.deleted_at is not null',
  },
];
