import { contextState } from './context-state.ts';

interface Reads {
  running: Promise<unknown>;
  /** Starts when `running` has ended. All calls until then share it. */
  next?: Promise<unknown>;
}

/**
 * Single flight: concurrent identical reads share one query. A call joins only a read that has not started, so that its result is never
 * older than the call. Nothing is kept once the read has ended.
 */
export function createSingleFlight(): <T>(key: string, read: () => Promise<T>) => Promise<T> {
  const readsByKey = new Map<string, Reads>();

  function start<T>(key: string, read: () => Promise<T>): Promise<T> {
    const running = read();
    const reads: Reads = { running };
    readsByKey.set(key, reads);
    const forget = () => {
      if (readsByKey.get(key) === reads && !reads.next) readsByKey.delete(key);
    };
    running.then(forget, forget);
    return running;
  }

  return <T>(key: string, read: () => Promise<T>) => {
    const reads = readsByKey.get(key);
    if (!reads) return start(key, read);
    const startNext = () => start(key, read);
    reads.next ??= reads.running.then(startNext, startNext);
    return reads.next as Promise<T>;
  };
}

/** The single flight of one context. Callers choose keys that do not collide. */
export const singleFlightOf = contextState(createSingleFlight);

/** Loads a value with its first use and keeps it. For packages that the server does not need to start. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
