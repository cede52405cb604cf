import { logFailure } from '#web/data/log.ts';

const key = 'newPool';

/** If the browser refused to store it. Client only: only event handlers and effects write it. */
let newPoolId: string | undefined;

/** Remembers, for this tab, that the person has just created this pool. The pool's page then asks them once to share it. */
export function rememberNewPool(poolId: string): void {
  try {
    sessionStorage.setItem(key, poolId);
  } catch (error) {
    newPoolId = poolId;
    logFailure('remembering the new pool failed', error);
  }
}

/** Whether the person has just created this pool. */
export function isNewPool(poolId: string): boolean {
  try {
    if (sessionStorage.getItem(key) === poolId) return true;
  } catch (error) {
    logFailure('reading the new pool failed', error);
  }
  return newPoolId === poolId;
}

export function forgetNewPool(): void {
  newPoolId = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch (error) {
    logFailure('forgetting the new pool failed', error);
  }
}
