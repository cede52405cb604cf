import { answerTexts } from '#contract/answer-texts.ts';
import { inEnglish } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { findUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { sendVerification } from './send-verification.ts';

/** Mails a new confirmation link, unless the email is already confirmed and accepts mail. */
export async function resendVerification(context: Platform, actor: Actor): Promise<{ message: string }> {
  await context.limits.limiter('verification mail', { points: 5, perMs: 30 * 60_000 }).consume(actor.userId);
  return context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    // A new link also proves that an address that refused mail accepts it again.
    if (user.emailVerifiedAt && !(await findUndeliverable(tx, user.email)))
      return { message: inEnglish(answerTexts.alreadyConfirmed) };
    await sendVerification(context, tx, user, 'again');
    return { message: inEnglish(answerTexts.confirmationSent) };
  });
}
