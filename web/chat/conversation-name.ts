import type { Conversation } from '#contract/chat/chat.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';

/** The part of a conversation that names it and shows its picture. */
export type ConversationSubject = Pick<Conversation, 'type' | 'poolTitle' | 'otherUser'>;

/** The name of the other person, or the title of the pool. */
export function nameOfConversation({ otherUser, poolTitle, type }: ConversationSubject): Text {
  if (type === 'pool') return poolTitle === null ? t`Tip pool` : verbatim(poolTitle);
  return otherUser ? verbatim(otherUser.displayName || otherUser.username) : t`Deleted user`;
}
