import type { Conversation } from '#contract/chat.ts';

/** Whom it is with, or the pool that it is about. */
export function nameOfConversation({ otherUser, poolTitle, type }: Conversation): string {
  if (type === 'pool') return poolTitle ?? 'Tip pool';
  return otherUser ? otherUser.displayName || otherUser.username : 'Somebody who left';
}
