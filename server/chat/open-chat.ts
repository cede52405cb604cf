import type { Platform } from '#server/platform/platform.ts';
import type { ChatContext } from './chat-context.ts';
import { createPeopleRead } from './read-people.ts';
import { createStore } from './store-messages.ts';

/** What the operations of the chat work with, on this platform. */
export function openChat(base: Platform): ChatContext {
  const readPerson = createPeopleRead(base);
  return { ...base, readPerson, store: createStore(base, readPerson) };
}
