import { appError } from '#contract/errors.ts';
import type { ApiToken } from '#contract/tokens.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { showToken } from './show-token.ts';
import { deleteToken, listTokensOf } from './tokens.sql.ts';

/** Lists the caller's tokens, those that work first. */
export async function listTokens({ db }: Platform, actor: Actor): Promise<ApiToken[]> {
  return (await listTokensOf(db.sql, actor.userId)).map(showToken);
}

/** Deletes one of the caller's tokens. Needs no proof of identity: it only takes rights away. Throws not_found. */
export async function revokeToken({ db, log }: Platform, actor: Actor, id: string): Promise<{ ok: true }> {
  if (!(await deleteToken(db.sql, actor.userId, id))) throw appError('not_found');
  log.info({ event: 'api_token_revoked', userId: actor.userId, tokenId: id }, 'API token revoked');
  return { ok: true };
}
