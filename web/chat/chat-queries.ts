import {
  getConversation,
  listConversationMessages,
  listConversations,
  listReactions,
  suggestPeople,
} from '#contract/calls/chat.ts';
import { listCategories } from '#contract/calls/creators.ts';
import { searchUsers } from '#contract/calls/people.ts';
import type { MessagePage } from '#contract/chat/chat.ts';
import { limits } from '#contract/limits.ts';
import { type DataQuery, optional, query } from '#web/data/query.ts';

const minute = 60_000;

export const myConversations = optional({ ...query(listConversations), staleTime: 5 * minute });
export const conversationOf = (id: string) => ({
  ...query(getConversation, { params: { id } }),
  staleTime: minute / 2,
});
export const chatCategories = optional({ ...query(listCategories), staleTime: 10 * minute });

/** The newest page of a conversation's messages. The messages page prefetches it for its room. */
export const firstPageOf = (id: string, threads: boolean): DataQuery<MessagePage> =>
  optional(
    query(listConversationMessages, {
      params: { id },
      query: { limit: limits.chat.pageSize, threads: threads ? 'true' : 'false' },
    }),
  );

/** The reactions to the messages of that page. */
export const firstReactionsOf = (page: MessagePage | undefined) =>
  optional(query(listReactions, { body: { messageIds: page?.messages.map(({ id }) => id) ?? [] } }));

export const suggestedPeople = { ...optional(query(suggestPeople)), staleTime: minute / 2 };

export const usersFound = (q: string) => ({
  ...query(searchUsers, { query: { q } }),
  staleTime: limits.userSearch.staleMs,
});
