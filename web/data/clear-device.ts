import { ageVerifiedAtKey, ageVerifiedKey } from './age-verification.ts';
import { logFailure } from './log.ts';

/**
 * Local storage keys of choices that belong to the device, not to the person. They survive a sign-out, like their cookies, so that
 * storage and cookies stay consistent.
 */
const deviceKeys = [ageVerifiedKey, ageVerifiedAtKey, 'chat_sound', 'chat_pictures', 'chat_previews'] as const;
export type DeviceKey = (typeof deviceKeys)[number];

/**
 * Calls `endSession`, then clears the person's drafts and tab storage. The response's Clear-Site-Data header does the same for every
 * tab, but browsers ignore it on plain http, and it also deletes the device's choices. They are therefore written again.
 */
export async function endSessionAndClearDevice<T>(endSession: () => Promise<T>): Promise<T> {
  const kept = readDevice();
  const answer = await endSession();
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of kept) localStorage.setItem(key, value);
  } catch (error) {
    logFailure('could not clear the storage', error);
  }
  return answer;
}

function readDevice(): [DeviceKey, string][] {
  try {
    return deviceKeys.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as [DeviceKey, string]];
    });
  } catch (error) {
    logFailure('could not read the choices of this device', error);
    return [];
  }
}
