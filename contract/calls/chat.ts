import { msg } from '#contract/language/text.ts';
import type * as chat from '../chat/chat.ts';
import type * as chatEdits from '../chat/chat-edits.ts';
import type * as chatSearch from '../chat/chat-search.ts';
import type * as reactions from '../chat/reactions.ts';
import type * as linkPreview from '../link-preview.ts';
import { get, patch, post, remove } from './make-call.ts';

export const editMessage = patch<typeof chatEdits.editMessage>('/api/messages/:id');

export const searchMessages = get<typeof chatSearch.searchMessages>('/api/conversations/search');
export const suggestPeople = get<typeof chatSearch.suggestPeople>('/api/chat/suggestions');

export const listConversations = get<typeof chat.listConversations>('/api/conversations');
export const getConversation = get<typeof chat.getConversation>('/api/conversations/:id');
export const getUnreadTotals = get<typeof chat.getUnreadTotals>('/api/conversations/unread');
export const listConversationMessages = get<typeof chat.listConversationMessages>('/api/conversations/:id/messages');
export const openDirectConversation = post<typeof chat.openDirectConversation>('/api/conversations/direct');
export const openPoolConversation = post<typeof chat.openPoolConversation>(
  '/api/conversations/pool',
  msg`Failed to get pool conversation`,
);
export const readConversation = post<typeof chat.readConversation>('/api/conversations/:id/read');
export const readRoom = post<typeof chat.readRoom>('/api/rooms/:roomId/read');
export const listCategoryMessages = get<typeof chat.listCategoryMessages>(
  '/api/categories/:id/messages',
  msg`Failed to fetch category messages`,
);
export const listPoolMessages = get<typeof chat.listPoolMessages>(
  '/api/pools/:id/messages',
  msg`Failed to fetch pool messages`,
);
export const listMessageReplies = get<typeof chat.listMessageReplies>('/api/messages/:id/replies');
export const deleteMessage = remove<typeof chat.deleteMessage>('/api/messages/:id');
export const listMentionable = get<typeof chat.listMentionable>('/api/chat/people');

export const toggleReaction = post<typeof reactions.toggleReaction>('/api/messages/:id/reactions');
export const listReactions = post<typeof reactions.listReactions>('/api/messages/reactions/batch');
export const togglePrivateReaction = post<typeof reactions.togglePrivateReaction>(
  '/api/private-messages/:id/reactions',
);

export const getLinkPreview = get<typeof linkPreview.getLinkPreview>('/api/link-preview');
