import { logFailure } from '#web/data/log.ts';

const key = 'celebrated_goals';
const keptTurns = 100;

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readTurns(): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
  return isStringList(stored) ? stored : [];
}

/**
 * Whether to celebrate a pool's goal now: once per person and pool. `own`: the person comes from the pledge that met the goal; they see it
 * once more, because the page that they left may have begun to celebrate. A sign-out clears the storage.
 */
export function takeGoalTurn(poolId: string, own: boolean): boolean {
  const ownTurn = `own:${poolId}`;
  try {
    const turns = readTurns();
    if (turns.includes(ownTurn) || (!own && turns.includes(poolId))) return false;
    localStorage.setItem(key, JSON.stringify([...turns, own ? ownTurn : poolId].slice(-keptTurns)));
    return true;
  } catch (error) {
    // Without storage, a reload cannot tell whether the person saw it, so the page stays calm.
    logFailure('could not remember the celebration of a goal', error);
    return false;
  }
}
