import { z } from 'zod';
import type { Message } from '#contract/chat/chat.ts';
import { messageImageIds } from '#contract/chat/chat-pictures.ts';
import type { ClientToServerEvents } from '#contract/chat/socket-events.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts';
import {
  type SocketEvent,
  type SocketHandle,
  type SocketModule,
  socketEvent,
} from '#server/platform/live/socket-module.ts';
import type { ChatContext } from './chat-context.ts';
import type { RoomRef } from './find-room.ts';
import { joinRoom } from './join-room.ts';
import { leaveRoom } from './leave-room.ts';
import { tooLongMessage } from './message-text.ts';
import { readMissed } from './read-missed.ts';
import { socketRoom } from './room.ts';
import { readSocketRooms } from './rooms.sql.ts';
import { type Sending, sendMessage } from './send-message.ts';
import { sendTyping } from './send-typing.ts';
import { subscribeToListUpdates } from './subscribe-to-list-updates.ts';

/** A person may send `burst` events in every `burst / perSecond` seconds. */
export const flows = {
  send: { name: 'send', burst: 120, perSecond: 5 },
  typing: { name: 'typing', burst: 30, perSecond: 5 },
  join: { name: 'join', burst: 60, perSecond: 5 },
};

/** A category's number is accepted too, as a string or a number. */
const roomName = z.union(
  [
    z
      .string()
      .min(1, { error: () => verbatim('A room is required') })
      .max(100, { error: () => verbatim('Room is not valid') }),
    z.int().min(0).transform(String),
  ],
  { error: () => verbatim('A room is required') },
);
const conversationId = z.uuid({ error: () => verbatim('Conversation is not valid') }).toLowerCase();
/** The name, or an object with the name. */
const roomInput = z.union([roomName, z.object({ roomId: roomName }).transform(({ roomId }) => roomId)], {
  error: () => verbatim('A room is required'),
});
const conversationInput = z.union(
  [conversationId, z.object({ conversationId }).transform((input) => input.conversationId)],
  { error: () => verbatim('A conversation is required') },
);

const { messageMax } = limits.chat;
const { nonceMax } = limits.sockets;
const messageFields = {
  /** `tidyMessage` requires a text if there are no pictures. */
  content: z
    .string({ error: () => t`Message is required` })
    .trim()
    .max(messageMax, { error: tooLongMessage }),
  imageIds: messageImageIds.nullish(),
  // Clients may send null or an empty string for a missing value.
  parentMessageId: z
    .union([uuid, z.literal('').transform(() => null)], {
      error: () => t`The message that this replies to was not found`,
    })
    .nullish(),
  nonce: z
    .union([z.string().max(nonceMax), z.number().transform(String)], { error: () => verbatim('Nonce is not valid') })
    .transform((text) => text || null)
    .nullish(),
};
const sendInput = z.object({ conversationId, ...messageFields });
const sendRoomInput = z.object({ roomId: roomName, type: z.enum(['category', 'tippool']).nullish(), ...messageFields });

type Name = keyof ClientToServerEvents;

/** Runs a socket's joins and leaves in order, so that the last one decides. */
const mutexOf = contextState(() => createKeyedMutex<SocketHandle>());

/** Events for joining, leaving and typing, which have different names for rooms and conversations. */
function roomEvents(
  context: ChatContext,
  as: RoomRef['as'],
  schema: z.ZodType<string>,
  names: { join: Name; leave: Name; typing: Name; stopTyping: Name },
): SocketEvent[] {
  const typing = (name: Name, isTyping: boolean) =>
    socketEvent({
      name,
      schema,
      flow: flows.typing,
      handle: (socket, roomId) => sendTyping(context, socket, { roomId, as, isTyping }),
    });
  return [
    socketEvent({
      name: names.join,
      schema,
      flow: flows.join,
      handle: (socket, roomId) => mutexOf(context)(socket, () => joinRoom(context, socket, { roomId, as })),
    }),
    socketEvent({
      name: names.leave,
      // Without a name, the socket leaves all of them.
      schema: schema.optional(),
      flow: flows.join,
      handle: (socket, roomId) => mutexOf(context)(socket, () => leaveRoom(context, socket, { roomId, as })),
    }),
    typing(names.typing, true),
    typing(names.stopTyping, false),
  ];
}

/** Sends a message and subscribes all windows of the sender to the conversation. */
async function send(context: ChatContext, socket: SocketHandle, sending: Sending): Promise<Message> {
  const message = await sendMessage(context, socket, sending);
  const { conversationId } = message;
  if (conversationId && !socket.rooms.has(socketRoom.listed(conversationId))) {
    // The message is stored, so a failure here must not fail the request. The next message tries again.
    await subscribeToListUpdates(context, socket, conversationId).catch((error: unknown) =>
      context.log.warn(
        { err: error },
        'could not subscribe the sender to the conversation; the next message tries again',
      ),
    );
  }
  return message;
}

export function chatSockets(context: ChatContext): SocketModule {
  const socketRoomsOf = createBatches((userIds: string[]) => readSocketRooms(context.db.sql, userIds));
  return {
    events: [
      ...roomEvents(context, 'conversation', conversationInput, {
        join: 'join_conversation',
        leave: 'leave_conversation',
        typing: 'start_typing',
        stopTyping: 'stop_typing',
      }),
      ...roomEvents(context, 'room', roomInput, {
        join: 'join_room',
        leave: 'leave_room',
        typing: 'room_typing_start',
        stopTyping: 'room_typing_stop',
      }),
      socketEvent({
        name: 'send_message' satisfies Name,
        schema: sendInput,
        flow: flows.send,
        handle: (socket, { conversationId: roomId, ...sending }) =>
          send(context, socket, { roomId, as: 'conversation', ...sending }),
      }),
      socketEvent({
        name: 'send_room_message' satisfies Name,
        schema: sendRoomInput,
        flow: flows.send,
        handle: (socket, { type: _type, ...sending }) => send(context, socket, { as: 'room', ...sending }),
      }),
    ],
    readMissed: (roomId, between) => readMissed(context, roomId, between),
    /** Socket.io rooms of a new socket: listed conversations, and markers for the people behind blocks, the age gate and admins. */
    async roomsOf({ actor, seesAdult }) {
      const { roomIds, blockedIds, blockerIds } = await socketRoomsOf(actor.userId);
      return [
        ...roomIds.map(socketRoom.listed),
        ...blockedIds.map(socketRoom.blockersOf),
        ...blockerIds.map(socketRoom.blockedBy),
        ...(seesAdult ? [] : [socketRoom.unverified]),
        ...(actor.role === 'admin' ? [socketRoom.admins] : []),
      ];
    },
  };
}
