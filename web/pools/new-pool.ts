import { logFailure } from '#web/data/log.ts';

const key = 'newPool';

/** For browsers that refuse storage. Client only: only event handlers and effects write it. */
let newPoolId: string | undefined;

/** Remembers, for this tab, that the person has just created this pool. The pool's page then asks them once to share it. */
export function rememberNewPool(poolId: string): void {
  newPoolId = poolId;
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
    return newPoolId === poolId;
  }
}

export function forgetNewPool(): void {
  newPoolId = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch (error) {
    logFailure('forgetting the new pool failed', error);
  }
}
