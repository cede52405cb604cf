import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toCurrentUser } from './current-user.ts';
import type {} from './hooks.ts';
import { findUsersById, type UserRow } from './users.sql.ts';

/** Every page of a signed-in person reads their account. Reads that arrive during a query share the next one. */
const readers = contextState(({ db }: Platform) =>
  createBatches<string, UserRow | null>((ids) => findUsersById(db.sql, ids), { retryIndividually: () => false }),
);

/** Returns the signed-in person's own view of the account. */
export async function readCurrentUser(context: Platform, actor: Actor): Promise<CurrentUser> {
  const row = await readers(context)(actor.userId);
  if (!row) throw appError('not_signed_in');
  const user = toCurrentUser(context.config, row);
  if (!user.suspension) return user;
  const appealed = await context.hooks.one('user.has_open_appeal')(context.db.sql, row.id);
  return { ...user, suspension: { ...user.suspension, appealed } };
}
