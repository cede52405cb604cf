import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { newDeviceEmail } from '#server/accounts/second-factor/factor-emails.ts';
import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Addressee } from '#server/platform/mail/mail.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { addDevice, deviceDays, isKnownDevice, recordDeviceSeen } from './known-devices.sql.ts';

/** Stays in the browser after a sign-out. */
const deviceCookie = 'device';
const mailsPerDay = 10;

/**
 * Recognizes the browser of a sign-in by its cookie, and mails the person if they have never signed in with it. The first device of a new
 * account is no news, and the demo's people read no mail.
 */
export async function noteDevice(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  request: RequestContext,
  user: Addressee & { id: string; username: string },
): Promise<void> {
  const token = await deviceTokenOf(tx, request);
  const tokenHash = hashToken(token);
  afterCommit(tx, () => request.cookies.set(deviceCookie, token, { maxAgeS: deviceDays * 86_400 }));
  if (await recordDeviceSeen(tx, user.id, tokenHash)) return;
  const { isFirst, lastDay } = await addDevice(tx, user.id, tokenHash);
  if (isFirst || lastDay >= mailsPerDay || user.email.endsWith(demoMailDomain)) return;
  const { userAgent, ip } = request;
  await mail.send(tx, {
    to: user,
    compose: () => newDeviceEmail(config, user.username, { userAgent, ip, at: new Date() }),
    messageId: `new-device-${user.id}-${tokenHash.toString('hex').slice(0, 32)}`,
  });
}

/** The token that this server gave the browser, or a new one: a made-up token is not accepted. */
async function deviceTokenOf(tx: Tx, request: RequestContext): Promise<string> {
  const given = request.cookies.get(deviceCookie);
  return given && isToken(given) && (await isKnownDevice(tx, hashToken(given))) ? given : newToken().token;
}
