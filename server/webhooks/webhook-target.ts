import { checkTarget, type Target, TargetRefused, type TargetRules } from '#server/platform/network/public-target.ts';
import { resolveName } from '#server/platform/network/resolve-name.ts';
import type { Platform } from '#server/platform/platform.ts';

export interface TargetOptions {
  /** All addresses of a name. */
  resolve?: TargetRules['resolve'];
}

/** The HTTPS port, and the one that services without root rights often use. */
const ports = ['', '8443'];

/** A name without its trailing dot, which means the same host. */
const plainName = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '');

/**
 * Checks where a webhook leads: https on the public internet, not this site, and no user information. Checked when it is saved and with each
 * try. The returned target is for one connection. Throws TargetRefused, or the error of the name servers.
 */
export async function checkWebhookTarget(
  { config }: { config: Pick<Platform['config'], 'publicUrl' | 'webhookAllow'> },
  address: string,
  { resolve = resolveName }: TargetOptions = {},
): Promise<Target> {
  const url = new URL(address);
  const allow = config.webhookAllow;
  if (!allow.includes(url.host) && (await isThisSite(config.publicUrl, url, resolve))) {
    throw new TargetRefused('this site');
  }
  return checkTarget(url, { protocols: ['https:'], ports, allow, resolve });
}

/**
 * Whether the host is the name of this site or one of its addresses as a number. Other names may lead to the same machine: an operator often
 * runs the receiver there, too. A name that only pretends fails, because this site's certificate is not for it.
 */
async function isThisSite(
  publicUrl: string,
  { hostname }: URL,
  resolve: NonNullable<TargetRules['resolve']>,
): Promise<boolean> {
  const own = plainName(new URL(publicUrl).hostname);
  const other = plainName(hostname);
  if (other === own) return true;
  const isNumber = /^\[|^[\d.]+$/.test(other);
  if (!isNumber) return false;
  const addresses = await resolve(own).catch(() => []);
  return addresses.some(({ address }) => address === other.replace(/^\[|\]$/g, ''));
}
