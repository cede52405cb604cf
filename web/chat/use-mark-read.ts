import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Conversation, getUnreadTotals, readConversation } from '#contract/chat.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { setActiveConversation } from './active-conversation.ts';
import { myConversations } from './chat-queries.ts';
import type { Room } from './room.ts';

/** Marks the conversation on screen as read: immediately in this tab, then on the server and in other tabs. */
export function useMarkRead(room: Room, { id, unreadCount }: Conversation): void {
  const queries = useQueryClient();
  const readUpTo = useRef(-1);
  const { phase, watched, latestSeq } = room;

  useEffect(() => {
    const update = () => setActiveConversation(document.hidden ? undefined : id);
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      setActiveConversation(undefined);
    };
  }, [id]);

  useEffect(() => {
    if (phase !== 'ready' || !watched || document.hidden || latestSeq <= readUpTo.current) return;
    const isFirst = readUpTo.current === -1;
    readUpTo.current = latestSeq;
    if (isFirst && unreadCount === 0) return;
    queries.setQueryData<Conversation[]>(myConversations.queryKey, (list) =>
      list?.map((each) => (each.id === id ? { ...each, unreadCount: 0 } : each)),
    );
    call(readConversation, { params: { id } }, { isChange: false }).then(
      () => queries.invalidateQueries({ queryKey: [getUnreadTotals.path] }),
      (error: unknown) => logFailure('could not mark a conversation as read', error),
    );
  }, [phase, watched, latestSeq, id, unreadCount, queries]);
}
