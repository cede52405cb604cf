/**
 * Runs what is asked for under one key strictly one after the other, in the order in which it was asked for; different keys do not wait
 * for each other. A failure is its own caller's, and holds up nobody behind it. Nothing is kept of a key once its last run has ended.
 */
export function createTurns<Key>(): <T>(key: Key, run: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>();
  return (key, run) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(run, run);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
