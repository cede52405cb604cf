import { appError } from '#contract/errors.ts';
import { readCurrentUser } from '#server/accounts/read-current-user.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Letter } from '#server/platform/mail/mail.ts';
import { markMailTested } from '#server/platform/operator/operator.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { testMail } from './test-mail.ts';

const hourMs = 60 * 60_000;

/**
 * Sends a test email to the admin who asks, outside of the queue, so that the admin learns at once why the mail server refuses it. Without
 * SMTP_URL the email is a file, and the test does not count. Throws mail_server_unavailable with the reason, and rate_limited.
 */
export async function sendTestMail(context: Platform, request: RequestContext): Promise<{ message: string }> {
  const { config, db, limits, mail } = context;
  const actor = signedIn(request);
  await limits.limiter('test mail', { points: 10, perMs: hourMs }).consume(actor.userId);
  const user = await readCurrentUser(context, actor);
  const messageId = `test-${request.requestId}`;
  const letter = { to: user, compose: () => testMail(config, user.username), messageId };
  if (!config.smtpUrl) {
    await mail.sendNow(letter);
    return {
      message: `No mail server is set up, so the email to ${user.email} is a file in the folder “outbox” on the server.`,
    };
  }
  await sendBySmtp(mail, letter);
  await markMailTested(db.sql);
  return {
    message: `The mail server accepted the email to ${user.email}. If it isn’t there in a few minutes, look in your spam folder.`,
  };
}

async function sendBySmtp(mail: Platform['mail'], letter: Letter): Promise<void> {
  try {
    await mail.sendNow(letter);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw appError('mail_server_unavailable', { message: () => `The mail server didn’t accept the email: ${reason}` });
  }
}
