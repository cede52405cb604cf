import type { Room } from '#web/chat/room.ts';

/**
 * The person's last message that the other person of a direct conversation has read up to `readSeq`. Null: the server does not say, because
 * one of the two has blocked the other.
 */
export function lastSeenMessage({ tree, me }: Pick<Room, 'tree' | 'me'>, readSeq: number | null): string | undefined {
  if (readSeq === null) return undefined;
  // A person who writes has read the messages above.
  let upTo = readSeq;
  for (const { roots } of tree.chunks.toReversed()) {
    for (const id of roots.toReversed()) {
      const message = tree.messages.get(id);
      if (!message) continue;
      if (message.senderId === me && message.seq <= upTo) return id;
      if (message.senderId !== me) upTo = Math.max(upTo, message.seq);
    }
  }
  return undefined;
}
