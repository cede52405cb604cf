import type { Platform } from '#server/platform/platform.ts';
import type { ChatContext } from './chat-context.ts';
import { createPersonReader } from './read-people.ts';
import { createStore } from './store-messages.ts';

/** Creates the context of the chat's operations. */
export function openChat(base: Platform): ChatContext {
  const readPerson = createPersonReader(base);
  return { ...base, readPerson, store: createStore(base, readPerson) };
}
