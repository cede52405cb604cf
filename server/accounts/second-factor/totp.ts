import { Secret, TOTP } from 'otpauth';

/** As every authenticator app knows it (RFC 6238). Some apps ignore other values. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The clock of a phone may be one step ahead or behind. */
const toleranceSteps = 1;

const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...parameters, ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** Whether this can be a code of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The time step of the code, or null if it is wrong at this time. */
export function stepOfCode(secret: Buffer, code: string, nowS: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowS * 1000, window: toleranceSteps });
  return delta === null ? null : Math.floor(nowS / parameters.period) + delta;
}

/** The data that a person gives to the app: the secret as text in groups of four, and an address that apps read as a QR picture. */
export function showSecret(
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; address: string } {
  const totp = totpOf(secret, names);
  return { secret: (totp.secret.base32.match(/.{1,4}/g) ?? []).join(' '), address: totp.toString() };
}
