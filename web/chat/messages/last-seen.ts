import type { Message } from '#contract/chat/chat.ts';
import type { Room } from '#web/chat/room.ts';

/**
 * The message above the mark "Seen": the person's last message, also among replies, that the other person of a direct conversation has read
 * up to `readSeq`. If its thread is closed, the message at which the thread is closed. Null: the server does not say, because one of the
 * two has blocked the other.
 */
export function lastSeenMessage(
  { tree, me, isOpen }: Pick<Room, 'tree' | 'me' | 'isOpen'>,
  readSeq: number | null,
): string | undefined {
  if (readSeq === null) return undefined;
  // A person who writes has read the messages above.
  let upTo = readSeq;
  for (const { senderId, seq } of tree.messages.values()) if (senderId !== me) upTo = Math.max(upTo, seq);
  let last: Message | undefined;
  for (const message of tree.messages.values()) {
    if (message.senderId === me && message.seq <= upTo && message.seq > (last?.seq ?? -1)) last = message;
  }
  const parentOf = ({ parentMessageId }: Message) => tree.messages.get(parentMessageId ?? '');
  let shown = last;
  for (let above = last && parentOf(last); above; above = parentOf(above)) if (!isOpen(above.id)) shown = above;
  return shown?.id;
}
