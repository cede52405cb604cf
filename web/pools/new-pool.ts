import { logFailure } from '#web/data/log.ts';

const key = 'newPool';

/** Remembers, for this tab, that the person has just created this pool. The pool's page then asks them once to share it. */
export function rememberNewPool(poolId: string): void {
  try {
    sessionStorage.setItem(key, poolId);
  } catch (error) {
    logFailure('remembering the new pool failed', error);
  }
}

/** Whether the person has just created this pool. */
export function isNewPool(poolId: string): boolean {
  try {
    return sessionStorage.getItem(key) === poolId;
  } catch (error) {
    logFailure('reading the new pool failed', error);
    return false;
  }
}

export function forgetNewPool(): void {
  try {
    sessionStorage.removeItem(key);
  } catch (error) {
    logFailure('forgetting the new pool failed', error);
  }
}
