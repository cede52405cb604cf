import type { Message } from '#contract/chat/chat.ts';
import type { Room } from '#web/chat/room.ts';

/** A longer pause starts a new group, so that its time shows. */
const pauseMs = 5 * 60_000;

type Said = Pick<Message, 'kind' | 'senderId' | 'createdAt'>;

/**
 * Whether a message continues the one above it: by the same person, soon after it, and with nothing between the two. The oldest message
 * of a loaded page keeps its name, so that nothing moves when older messages arrive above it.
 */
export function isContinued(room: Room, aboveId: string | undefined, said: string | Said | undefined): boolean {
  const { tree, outbox } = room;
  const above = tree.messages.get(aboveId ?? '');
  const message = typeof said === 'string' ? tree.messages.get(said) : said;
  if (typeof said === 'string' && tree.pageStarts.has(said)) return false;
  if (above?.kind !== 'text' || message?.kind !== 'text') return false;
  if (message.senderId === null || message.senderId !== above.senderId) return false;
  const hasReplies = above.replyCount > 0 || tree.childrenOf(above.id).length > 0 || outbox.under(above.id).length > 0;
  return !hasReplies && Date.parse(message.createdAt) - Date.parse(above.createdAt) < pauseMs;
}
