/**
 * Runs calls of one key one after the other, in the order of the calls. Different keys do not wait for each other. A failure rejects
 * only its own call. The mutex keeps nothing of a key once its last call has ended.
 */
export function createKeyedMutex<Key>(): <T>(key: Key, run: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>();
  return (key, run) => {
    const previous = last.get(key) ?? Promise.resolve();
    const current = previous.then(run, run);
    last.set(key, current);
    const forget = () => {
      if (last.get(key) === current) last.delete(key);
    };
    current.then(forget, forget);
    return current;
  };
}
