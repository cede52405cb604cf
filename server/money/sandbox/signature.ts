import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'sandbox-signature';
/** Older events, and events further in the future, are refused, so that a captured event cannot be replayed later. */
export const toleranceS = 300;

function macOf(secret: string, timestampS: number, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestampS}.`).update(body).digest('hex');
}

/** The header's value `t=…,v1=…`: an HMAC-SHA256 over the time in seconds, a dot and the raw body. */
export function sign(secret: string, timestampS: number, body: Buffer | string): string {
  return `t=${timestampS},v1=${macOf(secret, timestampS, body)}`;
}

/** Whether one of the secrets (two during rotation) signed this body at most five minutes before or after `nowS`. */
export function isSigned(secrets: readonly string[], header: string | undefined, nowS: number, body: Buffer): boolean {
  if (header === undefined || header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  const timestampS = Number(time);
  if (Math.abs(nowS - timestampS) > toleranceS) return false;
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? ''));
  return secrets.some((secret) => {
    const expected = Buffer.from(macOf(secret, timestampS, body));
    return given.some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected));
  });
}
