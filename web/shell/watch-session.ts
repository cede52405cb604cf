import type { QueryClient } from '@tanstack/react-query';
import { askForProof } from '#web/accounts/ask-for-proof.ts';
import { keepTypedText } from '#web/accounts/keep-typed-text.ts';
import { watchChat } from '#web/chat/watch-chat.ts';

/** The background work of a signed-in person’s tab. */
export function watchSession(queries: QueryClient, me: string): void {
  keepTypedText(queries, me);
  askForProof(queries);
  watchChat(queries, me);
}
