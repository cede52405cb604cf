import type { Platform } from '#server/platform/platform.ts';
import { createAdmin } from './create-admin.ts';

/** ADMIN_EMAIL and ADMIN_PASSWORD at start: that account is there and an admin. Does nothing without ADMIN_EMAIL. */
export async function ensureAdmin(context: Platform): Promise<void> {
  const { adminEmail, adminPassword } = context.config;
  if (!adminEmail) return;
  const { outcome, username } = await createAdmin(context, { email: adminEmail, password: adminPassword });
  if (outcome === 'password_needed') {
    context.log.warn(
      'ADMIN_EMAIL names no account with a confirmed address: set ADMIN_PASSWORD too, or confirm it first',
    );
  } else if (outcome !== 'already_admin') {
    context.log.info({ outcome, username }, 'the account of ADMIN_EMAIL is an admin');
  }
}
