import { isClosedDemoAccount } from '#server/accounts/demo-accounts.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { SignedIn } from '#server/platform/http/request-context.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findActors } from './sessions.sql.ts';

/**
 * Creates the function that reads a person as the caller of a request without a session: with their current role and suspension. Null for
 * a deleted account, and for a demo account on a public site.
 */
export function actorReader({
  config,
  db,
}: Platform): (userId: string) => Promise<Omit<SignedIn, 'sessionId' | 'hasFreshProof'> | null> {
  const { rolesWithFactor } = config;
  const read = createBatches((ids: string[]) => findActors(db.sql, ids, rolesWithFactor), {
    retryIndividually: () => false,
  });
  return async (userId) => {
    const row = await read(userId);
    if (row.userId === null || isClosedDemoAccount(config, row)) return null;
    const { email: _, ...actor } = row;
    return { ...actor, locale: offeredLocale(config, row.locale) };
  };
}
