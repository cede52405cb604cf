import type { getUnreadTotals } from '#contract/chat.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type DataQuery, query } from './query.ts';

/** The unread totals. The chat's endpoints load lazily, after the page. */
export const unreadMessages: DataQuery<OutputOf<typeof getUnreadTotals>> = {
  queryKey: ['/api/conversations/unread', null],
  queryFn: async (context) => query((await import('#contract/chat.ts')).getUnreadTotals).queryFn(context),
};
