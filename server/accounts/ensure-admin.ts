import type { Platform } from '#server/platform/platform.ts';
import { createAdmin } from './create-admin.ts';

/** Runs at start: makes sure the account of ADMIN_EMAIL exists and is an admin. Does nothing without ADMIN_EMAIL. */
export async function ensureAdmin(context: Platform): Promise<void> {
  const { adminEmail, adminPassword } = context.config;
  if (!adminEmail) return;
  const { outcome, username } = await createAdmin(context, { email: adminEmail, password: adminPassword });
  if (outcome === 'password_needed') {
    context.log.warn(
      'no admin was created: ADMIN_EMAIL has no account with a confirmed email. Set ADMIN_PASSWORD as well, or confirm the email first',
    );
  } else if (outcome !== 'already_admin') {
    context.log.info({ outcome, username }, 'the account of ADMIN_EMAIL is an admin');
  }
}
