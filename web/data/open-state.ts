import { useSyncExternalStore } from 'react';

/** Whether a panel or dialog is open. The state survives navigation. */
export class OpenState {
  #open = false;
  readonly #listeners = new Set<() => void>();

  get = () => this.#open;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set = (next: boolean): void => {
    if (next === this.#open) return;
    this.#open = next;
    for (const listener of this.#listeners) listener();
  };
}

export function useOpen(state: OpenState): boolean {
  return useSyncExternalStore(state.subscribe, state.get, () => false);
}
