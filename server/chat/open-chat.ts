import type { MoneyContext } from '#server/money/money-context.ts';
import type { ChatContext } from './chat-context.ts';
import { createPeopleRead } from './read-people.ts';
import { createStore } from './store-messages.ts';

/** What the operations of the chat work with, on this platform. */
export function openChat(base: MoneyContext): ChatContext {
  const readPerson = createPeopleRead(base.db);
  return { ...base, readPerson, store: createStore(base, readPerson) };
}
