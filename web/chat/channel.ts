import { listCategoryMessages, listConversationMessages, listPoolMessages, type MessagePage } from '#contract/chat.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { globalRoom, limits } from '#contract/limits.ts';
import type { listReactions } from '#contract/reactions.ts';
import type { SendMessage, SendRoomMessage } from '#contract/socket-events.ts';
import { load } from '#web/data/call.ts';

/** Where people talk, and which of the two sets of names reaches it. */
export type Channel =
  | { kind: 'category'; name: string }
  | { kind: 'pool'; poolId: string }
  | { kind: 'conversation'; id: string; type: 'direct' | 'pool' };

export const channelKey = (channel: Channel) =>
  channel.kind === 'category' ? channel.name : channel.kind === 'pool' ? `pool ${channel.poolId}` : channel.id;

export interface PageAsk {
  before?: number;
  after?: number;
}

/** Rooms are read by threads: a page is made of messages that answer nothing. What two people say to each other stands in its order. */
export const byThreads = (channel: Channel) => channel.kind !== 'conversation' || channel.type === 'pool';

/** One page; with `after` whatever happened since, answers included. */
export function readMessages(channel: Channel, ask: PageAsk = {}): Promise<MessagePage> {
  const threads = byThreads(channel) && ask.after === undefined;
  const query = { ...ask, limit: limits.chat.pageSize, threads: threads ? ('true' as const) : ('false' as const) };
  if (channel.kind === 'pool') return load(listPoolMessages, { params: { id: channel.poolId }, query });
  if (channel.kind === 'conversation') return load(listConversationMessages, { params: { id: channel.id }, query });
  const id = channel.name === globalRoom ? 'global' : channel.name;
  return load(listCategoryMessages, { params: { id }, query });
}

/** What a page brings along. */
export interface FirstLook {
  page: MessagePage;
  reactions: OutputOf<typeof listReactions>['reactions'] | undefined;
}

interface Said {
  content: string;
  parentMessageId: string | null;
  nonce: string;
}

/** The names of a channel's events, and what goes along. */
export function eventsOf(channel: Channel, roomId: string) {
  if (channel.kind === 'conversation') {
    return {
      join: ['join_conversation', { conversationId: roomId }],
      leave: ['leave_conversation', { conversationId: roomId }],
      typing: ['start_typing', { conversationId: roomId }],
      stopTyping: ['stop_typing', { conversationId: roomId }],
      send: (said: Said) => ['send_message', { conversationId: roomId, ...said } satisfies SendMessage] as const,
    } as const;
  }
  const type = channel.kind === 'category' ? ('category' as const) : ('tippool' as const);
  return {
    join: ['join_room', { roomId }],
    leave: ['leave_room', { roomId }],
    typing: ['room_typing_start', { roomId }],
    stopTyping: ['room_typing_stop', { roomId }],
    send: (said: Said) => ['send_room_message', { roomId, type, ...said } satisfies SendRoomMessage] as const,
  } as const;
}
