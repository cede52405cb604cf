import type { Conversation } from '#contract/chat/chat.ts';

/** The part of a conversation that names it and shows its picture. */
export type ConversationSubject = Pick<Conversation, 'type' | 'poolTitle' | 'otherUser'>;

/** The name of the other person, or the title of the pool. */
export function nameOfConversation({ otherUser, poolTitle, type }: ConversationSubject): string {
  if (type === 'pool') return poolTitle ?? 'Tip pool';
  return otherUser ? otherUser.displayName || otherUser.username : 'Deleted user';
}
