import { logFailure } from '#web/data/log.ts';

const key = 'celebrated_goals';
const keptCelebrations = 100;

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readCelebrated(): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
  return isStringList(stored) ? stored : [];
}

/**
 * Whether to celebrate a pool's goal now: once per person and pool. `own`: the person comes from the pledge that met the goal; they see it
 * once more, because leaving the previous page may have cut its celebration short. A sign-out clears the storage.
 */
export function claimCelebration(poolId: string, own: boolean): boolean {
  const ownKey = `own:${poolId}`;
  try {
    const celebrated = readCelebrated();
    if (celebrated.includes(ownKey) || (!own && celebrated.includes(poolId))) return false;
    localStorage.setItem(key, JSON.stringify([...celebrated, own ? ownKey : poolId].slice(-keptCelebrations)));
    return true;
  } catch (error) {
    // Without storage, a reload cannot tell whether the person saw it, so the page stays calm.
    logFailure('could not remember the celebration of a goal', error);
    return false;
  }
}
