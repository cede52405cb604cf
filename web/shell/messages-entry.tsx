import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import type { getUnreadTotals } from '#contract/chat/chat.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { logFailure } from '#web/data/log.ts';
import { type DataQuery, query, useData } from '#web/data/query.ts';
import { UnreadBadge } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { NavEntry } from './nav-entry.tsx';

/** The unread totals. The chat's endpoints load lazily, after the page. */
const unreadMessages: DataQuery<OutputOf<typeof getUnreadTotals>> = {
  queryKey: ['/api/conversations/unread', null],
  queryFn: async (context) => query((await import('#contract/chat/chat.ts')).getUnreadTotals).queryFn(context),
};

/** One watcher per tab, because the menu may be mounted twice. Client only: only event handlers and effects write it. */
let watching = false;

/** Connects to the chat when the browser is idle, so that it delays nothing on the page. */
function useWatchingChat(me: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (watching) return;
    watching = true;
    const start = () =>
      import('./watch-session.ts').then(
        ({ watchSession }) => watchSession(queries, me),
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
export function MessagesEntry({ me, tab }: { me: string; tab?: boolean }) {
  useWatchingChat(me);
  const { data } = useData(unreadMessages);
  // Another entry may have fetched the number before this one hydrates, and the server's HTML has no badge.
  const conversations = useHydrated() ? (data?.conversations ?? 0) : 0;
  return (
    <NavEntry
      to={paths.messages}
      icon={<MessageCircle aria-hidden="true" />}
      within={[paths.messages, '/chat', '/chats']}
      tab={tab}
      badge={conversations > 0 ? <UnreadBadge count={conversations} /> : null}
    >{t`Messages`}</NavEntry>
  );
}
