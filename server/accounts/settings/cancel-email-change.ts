import type { AccountSettings } from '#contract/settings.ts';
import { deleteEmailTokens } from '#server/accounts/email-tokens.sql.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readSettings } from './read-settings.ts';

/** Cancels a pending email change and invalidates its link. */
export async function cancelEmailChange(context: Platform, actor: Actor): Promise<AccountSettings> {
  await context.db.tx(async (tx) => {
    await lockOwnAccount(tx, actor);
    await deleteEmailTokens(tx, actor.userId, 'change');
  });
  return readSettings(context, actor);
}
