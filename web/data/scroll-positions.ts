const storageKey = 'scroll';

/** The scroll position of each history entry, kept until the tab closes. */
export function scrollPositions() {
  const known = new Map<string, number>(read());
  return {
    of: (key: string): number | undefined => known.get(key),
    save(key: string): void {
      known.set(key, Math.round(window.scrollY));
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...known].slice(-50)));
      } catch {
        // Without storage, only the positions after a reload are lost.
        return;
      }
    },
  };
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
}
