import type { QueryClient } from '@tanstack/react-query';
import { keepTypedText } from '#web/accounts/keep-typed-text.ts';
import { watchChat } from '#web/chat/watch-chat.ts';

/** The background work of a signed-in person’s tab. */
export function watchSession(queries: QueryClient, me: string): void {
  keepTypedText(queries, me);
  watchChat(queries, me);
}
