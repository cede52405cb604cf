import { useSyncExternalStore } from 'react';

/** An address with this after its hash sign shows its page with the chat open; "#chat-{id}" goes to a message. */
export const leadsToChat = (hash: string) => /^#chat(?:-|$)/.test(hash);

let open = false;
const listeners = new Set<() => void>();

/** Opens the chat beside the page, or closes it; it stays open from page to page. */
export function setChatOpen(next: boolean): void {
  if (next === open) return;
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChatOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
}
