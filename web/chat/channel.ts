import { listCategoryMessages, listConversationMessages, listPoolMessages } from '#contract/calls/chat.ts';
import type { Message, MessagePage } from '#contract/chat/chat.ts';
import type { listReactions } from '#contract/chat/reactions.ts';
import type { SendMessage, SendRoomMessage } from '#contract/chat/socket-events.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { globalRoom, limits } from '#contract/limits.ts';
import { load } from '#web/data/call.ts';

/** A chat: the room of a category or a pool, or a conversation. Rooms and conversations have separate socket events. */
export type Channel =
  | { kind: 'category'; name: string }
  | { kind: 'pool'; poolId: string }
  | { kind: 'conversation'; id: string; type: 'direct' | 'pool'; poolId: string | null };

/** The pool that the chat belongs to, whether it is open beside the pool or as a conversation. */
export const poolIdOf = (channel: Channel): string | null => ('poolId' in channel ? channel.poolId : null);

export const channelKey = (channel: Channel) =>
  channel.kind === 'category' ? channel.name : channel.kind === 'pool' ? `pool ${channel.poolId}` : channel.id;

interface PageCursor {
  before?: number;
  after?: number;
}

/** Rooms are paged by thread: a page counts top-level messages only. Direct conversations are flat. */
export const isThreaded = (channel: Channel) => channel.kind !== 'conversation' || channel.type === 'pool';

/** Reads one page of messages. With `after`, reads everything since that sequence number, including replies. */
export function readMessages(channel: Channel, ask: PageCursor = {}): Promise<MessagePage> {
  const threads = isThreaded(channel) && ask.after === undefined;
  const query = { ...ask, limit: limits.chat.pageSize, threads: threads ? ('true' as const) : ('false' as const) };
  if (channel.kind === 'pool') return load(listPoolMessages, { params: { id: channel.poolId }, query });
  if (channel.kind === 'conversation') return load(listConversationMessages, { params: { id: channel.id }, query });
  const id = channel.name === globalRoom ? 'global' : channel.name;
  return load(listCategoryMessages, { params: { id }, query });
}

/** A page of messages with its reactions. */
export interface InitialPage {
  page: MessagePage;
  reactions: OutputOf<typeof listReactions>['reactions'] | undefined;
}

interface NewMessage {
  content: string;
  imageIds?: readonly string[];
  parentMessageId: string | null;
  nonce: string;
}

/** The names and payloads of a channel's socket events. */
export function socketEventsOf(channel: Channel, roomId: string) {
  if (channel.kind === 'conversation') {
    return {
      join: ['join_conversation', { conversationId: roomId }],
      leave: ['leave_conversation', { conversationId: roomId }],
      typing: ['start_typing', { conversationId: roomId }],
      stopTyping: ['stop_typing', { conversationId: roomId }],
      send: (message: NewMessage) =>
        ['send_message', { conversationId: roomId, ...message } satisfies SendMessage] as const,
    } as const;
  }
  const type = channel.kind === 'category' ? ('category' as const) : ('tippool' as const);
  return {
    join: ['join_room', { roomId }],
    leave: ['leave_room', { roomId }],
    typing: ['room_typing_start', { roomId }],
    stopTyping: ['room_typing_stop', { roomId }],
    send: (message: NewMessage) =>
      ['send_room_message', { roomId, type, ...message } satisfies SendRoomMessage] as const,
  } as const;
}

/** Whether another person's message mentions this person or replies to them. */
export const isFor = (me: string | null, { senderId, mentions, parentSender }: Message): boolean =>
  me !== null && senderId !== me && (parentSender?.id === me || mentions.some(({ userId }) => userId === me));
