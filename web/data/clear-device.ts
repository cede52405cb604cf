import { ageVerifiedAtKey, ageVerifiedKey } from './age-verification.ts';
import { logFailure } from './log.ts';

/** What was chosen on this device, whoever used it. The cookies that go with it stay as well, so the two keep saying the same. */
const ofTheDevice = [ageVerifiedKey, ageVerifiedAtKey, 'chat_sound', 'chat_pictures', 'chat_previews'] as const;
export type DeviceKey = (typeof ofTheDevice)[number];

/**
 * Makes the call that ends this browser's session, then drops the person's drafts and tab storage. The answer's Clear-Site-Data
 * header does the same for every tab, but browsers ignore it on plain http, and it takes the device's choices along.
 */
export async function endSessionAndClearDevice<T>(endSession: () => Promise<T>): Promise<T> {
  const kept = readDevice();
  const answer = await endSession();
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of kept) localStorage.setItem(key, value);
  } catch (error) {
    logFailure('the storage is not cleared', error);
  }
  return answer;
}

function readDevice(): [DeviceKey, string][] {
  try {
    return ofTheDevice.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as [DeviceKey, string]];
    });
  } catch (error) {
    logFailure('the choices of this device are not read', error);
    return [];
  }
}
