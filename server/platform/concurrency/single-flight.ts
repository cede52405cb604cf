import { contextState } from './context-state.ts';

interface Reads {
  running: Promise<unknown>;
  /** Begins when `running` has ended; whoever asks until then shares it. */
  next?: Promise<unknown>;
}

/**
 * Lets everybody who asks the same at the same moment share one read. A caller only ever joins a read that has not begun, so that
 * nobody is told less than what was true when they asked; nothing is kept once it is answered.
 */
export function createSharedReads(): <T>(key: string, read: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Reads>();

  function begin<T>(key: string, read: () => Promise<T>): Promise<T> {
    const running = read();
    const reads: Reads = { running };
    known.set(key, reads);
    const leave = () => {
      if (known.get(key) === reads && !reads.next) known.delete(key);
    };
    running.then(leave, leave);
    return running;
  }

  return <T>(key: string, read: () => Promise<T>) => {
    const reads = known.get(key);
    if (!reads) return begin(key, read);
    const startNext = () => begin(key, read);
    reads.next ??= reads.running.then(startNext, startNext);
    return reads.next as Promise<T>;
  };
}

/** The shared reads of one context. Callers must use keys that no other caller uses. */
export const sharedReadsOf = contextState(createSharedReads);
