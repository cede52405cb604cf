import { appError } from '#contract/errors.ts';
import { lockSession } from '#server/accounts/sessions/sessions.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockUser, type UserRow } from './users.sql.ts';

/**
 * Locks the caller's account and session until the transaction ends, and rereads the account. Every operation that ends sessions or
 * changes credentials starts here. Concurrent calls therefore run one after another, and a session that has just ended has no
 * effect. Throws not_signed_in, suspended.
 */
export async function lockOwnAccount(tx: Tx, actor: Actor): Promise<UserRow> {
  const user = await lockUser(tx, actor.userId);
  if (!user || !(await lockSession(tx, actor.sessionId))) throw appError('not_signed_in');
  if (user.suspendedAt) throw appError('suspended');
  return user;
}

/** Also throws conflict if the password has changed since `proveIdentity` checked it. */
export async function lockProvenAccount(tx: Tx, actor: Actor, passwordHash: string | null): Promise<UserRow> {
  const user = await lockOwnAccount(tx, actor);
  if (user.passwordHash !== passwordHash) throw appError('conflict');
  return user;
}
