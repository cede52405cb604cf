import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '#contract/paths.ts';
import { logFailure } from '#web/data/log.ts';
import { useData } from '#web/data/query.ts';
import { unreadMessages } from '#web/data/unread-messages.ts';
import { UnreadBadge } from '#web/ui/display.tsx';
import { NavEntry } from './nav-entry.tsx';

/** One watcher per tab, because the menu may be mounted twice. Client only: only event handlers and effects write it. */
let watching = false;

/** Connects to the chat when the browser is idle, so that it delays nothing on the page. */
function useWatchingChat(me: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (watching) return;
    watching = true;
    const start = () =>
      import('#web/chat/watch-chat.ts').then(
        ({ watchChat }) => watchChat(queries, me),
        (error: unknown) => {
          watching = false;
          logFailure('could not start live messages', error);
        },
      );
    if ('requestIdleCallback' in window) requestIdleCallback(() => void start(), { timeout: 3000 });
    else setTimeout(() => void start(), 1000);
  }, [queries, me]);
}

/** The menu entry for messages, with the number of unread direct conversations. */
export function MessagesEntry({ me }: { me: string }) {
  useWatchingChat(me);
  const conversations = useData(unreadMessages).data?.conversations ?? 0;
  return (
    <NavEntry
      to={paths.messages}
      icon={<MessageCircle aria-hidden="true" />}
      within={[paths.messages, '/chat', '/chats']}
      badge={conversations > 0 ? <UnreadBadge count={conversations} /> : null}
    >
      Messages
    </NavEntry>
  );
}
