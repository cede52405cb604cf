import { isIP } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';

/** The site for which passkeys are made. */
export interface PasskeySite {
  /** The relying party: the host of PUBLIC_URL. */
  rpId: string;
  /** Answers of a browser must name exactly this origin. */
  origin: string;
}

/**
 * Null if browsers offer no passkeys here: on plain http except for `localhost`, and under an IP address, which WebAuthn does not accept as a
 * relying party (https://www.w3.org/TR/webauthn-3/#rp-id).
 */
export function passkeySiteOf({ publicUrl, secure }: Pick<Config, 'publicUrl' | 'secure'>): PasskeySite | null {
  const { hostname } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null;
  return secure || hostname === 'localhost' ? { rpId: hostname, origin: publicUrl } : null;
}
