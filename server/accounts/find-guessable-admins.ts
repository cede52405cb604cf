import type { Platform } from '#server/platform/platform.ts';
import { listAdminSignIns } from './administration/administration.sql.ts';
import { demoAccounts } from './demo-accounts.ts';
import { verifyPassword } from './passwords.ts';

/** The passwords that people type for a first admin. Each check of one takes tens of milliseconds, so the list is short. */
const defaults = [
  'changeme',
  'changeme1',
  'changeme123',
  'password',
  'password1',
  'password123',
  'admin123',
  'admin1234',
  'administrator',
  '12345678',
  '123456789',
  'welcome1',
  'fanfare1',
  'fanfare123',
];

/** The active admins, and the usernames of those with a demo password, a default password, or their own name as password. */
export async function findGuessableAdmins(
  context: Pick<Platform, 'db' | 'config'>,
): Promise<{ admins: number; guessable: string[] }> {
  const admins = await listAdminSignIns(context.db.sql);
  const guessable: string[] = [];
  for (const { username, email, passwordHash } of admins) {
    const own = [username, email.split('@')[0] ?? '', email];
    const tried = new Set([...demoAccounts.map(({ password }) => password), ...defaults, ...own]);
    if (passwordHash && (await matchesAny(context, tried, passwordHash))) guessable.push(username);
  }
  return { admins: admins.length, guessable };
}

async function matchesAny(
  context: Pick<Platform, 'config'>,
  passwords: Iterable<string>,
  hash: string,
): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(context, password, hash)) return true;
  return false;
}
