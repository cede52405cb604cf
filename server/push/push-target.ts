import { checkTarget, type Target } from '#server/platform/network/public-target.ts';
import type { Platform } from '#server/platform/platform.ts';

const withinMs = 5000;

/** Push services are anybody's by their address, and this server asks them: https, and of the public internet as a whole. */
export async function checkPushTarget({ config }: Pick<Platform, 'config'>, endpoint: string): Promise<Target> {
  const checked = checkTarget(new URL(endpoint), {
    protocols: ['https:'],
    ports: [''],
    allow: config.pushAllow,
  });
  // Looking up a name cannot be told to stop: it is left behind, and ends by itself.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the address of a push service was not found in time')), withinMs);
  });
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
