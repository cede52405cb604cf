import { countAccountsOfDomain, deleteSessionsOfDomain } from '#server/accounts/sessions/sessions.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { demoMailDomain } from './demo-accounts.ts';

/**
 * Runs at start. Ends the sessions of demo accounts on a site that others reach, and says so in the log. `isClosedDemoAccount` keeps the
 * accounts closed.
 */
export async function closeDemoAccounts({ config, db, log }: Platform): Promise<void> {
  if (config.onThisMachine) return;
  const accounts = await countAccountsOfDomain(db.sql, demoMailDomain);
  if (accounts === 0) return;
  const sessions = await deleteSessionsOfDomain(db.sql, demoMailDomain);
  log.warn(
    { accounts, sessions, publicUrl: config.publicUrl },
    'demo accounts cannot sign in, because PUBLIC_URL is not this machine and their passwords are public',
  );
}
