import { checkTarget, type Target } from '#server/platform/network/public-target.ts';
import type { Platform } from '#server/platform/platform.ts';

const withinMs = 5000;

/**
 * The browser chooses the address of its push service, and this server connects to it. Only https addresses on the public internet
 * are allowed, plus the hosts in PUSH_ALLOW. Throws TargetRefused.
 */
export async function checkPushTarget({ config }: Pick<Platform, 'config'>, endpoint: string): Promise<Target> {
  const checked = checkTarget(new URL(endpoint), {
    protocols: ['https:'],
    ports: [''],
    allow: config.pushAllow,
  });
  // A DNS lookup cannot be canceled. After the timeout its late result is ignored.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the DNS lookup of a push service timed out')), withinMs);
  });
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
