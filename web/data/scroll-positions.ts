const storageKey = 'scroll';

/** How far each entry of the history was scrolled, kept for as long as the tab lives. */
export function scrollPositions() {
  const known = new Map<string, number>(read());
  return {
    of: (key: string): number | undefined => known.get(key),
    save(key: string): void {
      known.set(key, Math.round(window.scrollY));
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...known].slice(-50)));
      } catch {
        // Storage that is full or forbidden costs only the position after a reload.
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
