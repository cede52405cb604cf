import { actorReader } from '#server/accounts/sessions/read-actor.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { TokenReader } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isApiToken } from './token-format.ts';
import { findTokens, recordTokenUse } from './tokens.sql.ts';

/**
 * Creates the function that turns an API token into its owner and scopes. Each request reads the current role, and a suspended owner's
 * token works no longer. The use is recorded after the answer to the caller, who does not wait for it.
 */
export function tokenReader(context: Platform): TokenReader {
  const { db, log } = context;
  const find = createBatches((hashes: string[]) => findTokens(db.sql, hashes), { retryIndividually: () => false });
  const readActor = actorReader(context);
  const recording = new Set<string>();

  async function record(tokenId: string, ip: string): Promise<void> {
    if (recording.has(tokenId)) return;
    recording.add(tokenId);
    // A full disk of the database refuses this write, and a server that stops has no database any more.
    await recordTokenUse(db.sql, tokenId, ip)
      .catch((error: unknown) => log.warn({ err: error, tokenId }, 'could not record the use of an API token'))
      .finally(() => recording.delete(tokenId));
  }

  return async (text, ip) => {
    if (!isApiToken(text)) return null;
    const found = await find(hashToken(text).toString('hex'));
    if (found.tokenId === null) return null;
    const { tokenId, userId, scopes, isStale } = found;
    const owner = await readActor(userId);
    if (!owner || owner.suspended) return null;
    if (isStale) void record(tokenId, ip);
    return { tokenId, scopes, actor: { ...owner, sessionId: tokenId, hasFreshProof: false } };
  };
}
