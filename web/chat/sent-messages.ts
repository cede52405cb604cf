import type { Message } from '#contract/chat/chat.ts';

/** The time within which the socket brings a sent message to the room and to the conversation list. After it, both are read again. */
export const broadcastMs = 2000;

// Client only: only event handlers and effects write it.
const listeners = new Set<(message: Message) => void>();

export const onSent = (listener: (message: Message) => void): void => void listeners.add(listener);

export function reportSent(message: Message): void {
  for (const listener of listeners) listener(message);
}
