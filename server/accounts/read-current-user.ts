import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toCurrentUser } from './current-user.ts';
import { findUserById } from './users.sql.ts';

export async function readCurrentUser({ db }: Platform, actor: Actor): Promise<CurrentUser> {
  const row = await findUserById(db.sql, actor.userId);
  if (!row) throw appError('not_signed_in');
  return toCurrentUser(row);
}
