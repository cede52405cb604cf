const listeners = new Set<() => void>();

/** Reports that the signed-in person has blocked or unblocked a person, so that the server answers with other messages. */
export function reportBlockChange(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener after each block and unblock in this tab, for as long as the page is open. */
export function onBlockChange(listener: () => void): void {
  listeners.add(listener);
}
