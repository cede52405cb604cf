import { appError } from '#contract/errors.ts';
import { readCurrentUser } from '#server/accounts/read-current-user.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import { verifyMailServer } from '#server/platform/mail/verify-mail-server.ts';
import { markMailTested } from '#server/platform/operator/operator.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { testMail } from './test-mail.ts';

const hourMs = 60 * 60_000;

/**
 * Sends a test email to the admin who asks. Asks the mail server first, so that the admin learns at once why it refuses. Without
 * SMTP_URL the email is a file, and the test does not count. Throws validation_failed with the mail server's reason, and rate_limited.
 */
export async function sendTestMail(context: Platform, request: RequestContext): Promise<{ message: string }> {
  const { config, db, limits, mail } = context;
  const actor = signedIn(request);
  await limits.limiter('test mail', { points: 10, perMs: hourMs }).consume(actor.userId);
  const user = await readCurrentUser(context, actor);
  if (config.smtpUrl) await assertMailServer(config.smtpUrl);
  await db.tx((tx) =>
    mail.send(tx, {
      to: user.email,
      ...testMail(config, user.username),
      always: true,
      messageId: `test-${request.requestId}`,
    }),
  );
  if (!config.smtpUrl)
    return {
      message: `No mail server is set up, so the email to ${user.email} is a file in the folder “outbox” on the server.`,
    };
  await markMailTested(db.sql);
  return {
    message: `The mail server took the email to ${user.email}. If it isn’t there in a few minutes, look in your spam folder.`,
  };
}

async function assertMailServer(url: string): Promise<void> {
  try {
    await verifyMailServer(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw appError('validation_failed', { message: `The mail server refuses us (${reason}). Nothing was sent.` });
  }
}
