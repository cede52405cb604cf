import { tipPoolPath } from '#contract/pools/pool-path.ts';
import { useData } from '#web/data/query.ts';
import { myConversations } from './chat-queries.ts';

interface Creator {
  username: string;
  ownerId: string | null;
}

/** Counts the person's unread messages per creator: in the chats of the creator's pools and in their direct conversation. */
export function useUnreadOf(): (creator: Creator) => number {
  const unread = (useData(myConversations).data ?? []).filter(({ unreadCount }) => unreadCount > 0);
  return ({ username, ownerId }) =>
    unread
      .filter(({ poolPath, otherUser }) =>
        poolPath ? poolPath.startsWith(tipPoolPath(username, '')) : ownerId !== null && otherUser?.id === ownerId,
      )
      .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}
