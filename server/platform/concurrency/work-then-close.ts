/**
 * Runs `work`, then `close`, also after a failure. An error of `close` never hides one of `work`, of which it is often only a consequence:
 * after a lost connection, closing fails too.
 */
export async function workThenClose<T>(work: () => Promise<T>, close: () => Promise<unknown>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return result;
}
