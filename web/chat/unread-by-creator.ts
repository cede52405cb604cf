import { tipPoolPath } from '#contract/pool-path.ts';
import { useData } from '#web/data/query.ts';
import { myConversations } from './chat-queries.ts';

interface Creator {
  username: string;
  ownerId: string | null;
}

/** How many messages I have not read of a creator: in the chats of their pools, and between the two of us. */
export function useUnreadOf(): (creator: Creator) => number {
  const unread = (useData(myConversations).data ?? []).filter(({ unreadCount }) => unreadCount > 0);
  return ({ username, ownerId }) =>
    unread
      .filter(({ poolPath, otherUser }) =>
        poolPath ? poolPath.startsWith(tipPoolPath(username, '')) : ownerId !== null && otherUser?.id === ownerId,
      )
      .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}
