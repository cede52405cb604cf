import * as rules from '#contract/admin/chat-moderation.ts';
import * as contract from '#contract/chat/chat.ts';
import * as edits from '#contract/chat/chat-edits.ts';
import * as search from '#contract/chat/chat-search.ts';
import * as reactions from '#contract/chat/reactions.ts';
import type { ReactionEmoji } from '#contract/limits.ts';
import { muteInRoom } from '#server/chat/moderation/mute-in-room.ts';
import { readRoomSettings } from '#server/chat/moderation/room-settings.ts';
import { setSlowMode } from '#server/chat/moderation/set-slow-mode.ts';
import { unmuteInRoom } from '#server/chat/moderation/unmute-in-room.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import type { ChatContext } from './chat-context.ts';
import { countUnreadConversations } from './conversations.sql.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { categoryKeyOf, findRoomBy } from './find-room.ts';
import { listConversations, readConversationItem } from './list-conversations.ts';
import { listMentionable } from './list-mentionable.ts';
import { listMessages } from './list-messages.ts';
import { listPrivateReactions, listReactions } from './list-reactions.ts';
import { listReplies } from './list-replies.ts';
import { listRooms } from './list-rooms.ts';
import { readFilterSettings, setWordFilter } from './moderation/set-word-filter.ts';
import { openDirectConversation } from './open-direct-conversation.ts';
import { openPoolConversation } from './open-pool-conversation.ts';
import { readRoom } from './read-room.ts';
import { searchMessages } from './search-messages.ts';
import { suggestPeople } from './suggest-people.ts';
import { toggleReaction } from './toggle-reaction.ts';

const member = (request: RequestContext) => ({
  actor: signedIn(request),
  seesAdult: request.seesAdult,
  ip: request.ip,
});

function conversationRoutes(context: ChatContext): Route[] {
  const searched = context.limits.limiter('message searches', { points: 120, perMs: 60_000 });
  const opened = context.limits.limiter('direct conversations', { points: 60, perMs: 60 * 60_000 });
  return [
    route(contract.listConversations, (_input, request) => listConversations(context, member(request))),
    route(contract.getUnreadTotals, async (_input, request) => ({
      conversations: await countUnreadConversations(context.db.sql, signedIn(request).userId),
    })),
    route(search.searchMessages, async ({ query }, request) => {
      await searched.consume(signedIn(request).userId);
      return searchMessages(context, member(request), query);
    }),
    route(search.suggestPeople, (_input, request) => suggestPeople(context, member(request))),
    route(contract.getConversation, async ({ params }, request) => {
      await findRoomBy(context, request, { by: 'id', id: params.id });
      return readConversationItem(context, member(request), params.id);
    }),
    route(contract.listConversationMessages, async ({ params, query }, request) =>
      listMessages(context, request, await findRoomBy(context, request, { by: 'id', id: params.id }), query),
    ),
    route(contract.openDirectConversation, async ({ body }, request) => {
      await opened.consume(signedIn(request).userId);
      return openDirectConversation(context, member(request), body.otherUserId);
    }),
    route(contract.openPoolConversation, ({ body }, request) =>
      openPoolConversation(context, member(request), body.poolId),
    ),
    route(contract.readRoom, ({ params }, request) => readRoom(context, member(request), params.roomId)),
    route(contract.readConversation, async ({ params }, request) => ({
      ...(await readRoom(context, member(request), params.id)),
      unreadCount: 0 as const,
    })),
  ];
}

function messageRoutes(context: ChatContext): Route[] {
  const edited = context.limits.limiter('message edits', { points: 30, perMs: 60_000 });
  return [
    route(contract.listCategoryMessages, async ({ params, query }, request) =>
      listMessages(
        context,
        request,
        await findRoomBy(context, request, await categoryKeyOf(context, params.id)),
        query,
      ),
    ),
    route(contract.listPoolMessages, async ({ params, query }, request) => {
      const { id: poolId } = await findVisiblePool(context, request.actor, params.id);
      return listMessages(context, request, await findRoomBy(context, request, { by: 'pool', poolId }), query);
    }),
    route(contract.listMessageReplies, ({ params, query }, request) =>
      listReplies(context, request, { ...params, ...query }),
    ),
    route(contract.deleteMessage, ({ params, body }, request) =>
      deleteMessage(context, member(request), { id: params.id, reason: body.reason }),
    ),
    route(edits.editMessage, async ({ params, body }, request) => {
      await edited.consume(signedIn(request).userId);
      return editMessage(context, member(request), { id: params.id, typed: body.content });
    }),
    route(contract.listMentionable, ({ query }, request) => listMentionable(context, member(request), query)),
  ];
}

function reactionRoutes(context: ChatContext): Route[] {
  const reacted = context.limits.limiter('reactions', { points: 120, perMs: 60_000 });
  const toggle = async (
    request: RequestContext,
    id: string,
    { emoji }: { emoji: ReactionEmoji },
    isPrivate: boolean,
  ) => {
    await reacted.consume(signedIn(request).userId);
    return toggleReaction(context, member(request), { id, emoji, isPrivate });
  };
  return [
    route(reactions.toggleReaction, ({ params, body }, request) => toggle(request, params.id, body, false)),
    route(reactions.togglePrivateReaction, ({ params, body }, request) => toggle(request, params.id, body, true)),
    route(reactions.listReactions, ({ body }, request) => listReactions(context, request, body.messageIds)),
    route(reactions.listPrivateReactions, ({ params }, request) =>
      listPrivateReactions(context, member(request), params.id),
    ),
  ];
}

function ruleRoutes(context: ChatContext): Route[] {
  return [
    route(rules.listRooms, ({ query }) => listRooms(context, query.search)),
    route(rules.getRoomSettings, ({ params }, request) => readRoomSettings(context, member(request), params.roomId)),
    route(rules.setSlowMode, ({ params, body }, request) =>
      setSlowMode(context, member(request), { ...params, ...body }),
    ),
    route(rules.muteInRoom, ({ params, body }, request) =>
      muteInRoom(context, member(request), { ...params, ...body, minutes: body.minutes ?? null }),
    ),
    route(rules.unmuteInRoom, ({ params }, request) => unmuteInRoom(context, member(request), params)),
    route(rules.getWordFilter, () => readFilterSettings(context)),
    route(rules.setWordFilter, ({ body }, request) => setWordFilter(context, member(request), body)),
  ];
}

export function chatRoutes(context: ChatContext): Route[] {
  return [
    ...conversationRoutes(context),
    ...messageRoutes(context),
    ...reactionRoutes(context),
    ...ruleRoutes(context),
  ];
}
