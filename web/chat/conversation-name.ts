import type { Conversation } from '#contract/chat.ts';

/** The name of the other person, or the title of the pool. */
export function nameOfConversation({ otherUser, poolTitle, type }: Conversation): string {
  if (type === 'pool') return poolTitle ?? 'Tip pool';
  return otherUser ? otherUser.displayName || otherUser.username : 'Deleted user';
}
