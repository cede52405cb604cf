import type { ApiToken } from '#contract/tokens.ts';
import type { TokenRow } from './tokens.sql.ts';

/** Maps a row to what its owner sees. */
export function showToken(row: TokenRow): ApiToken {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, lastUsedIp, endedAt, endReason } = row;
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsed: lastUsedAt ? { at: lastUsedAt.toISOString(), ip: lastUsedIp ?? '' } : null,
    state: endedAt ? 'ended' : row.isExpired ? 'expired' : 'active',
    ended: endedAt && endReason ? { at: endedAt.toISOString(), reason: endReason } : null,
  };
}
