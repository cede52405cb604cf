import { z } from 'zod';
import type { Message } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
import type { ClientToServerEvents } from '#contract/socket-events.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { createTurns } from '#server/platform/concurrency/keyed-mutex.ts';
import { type SocketEvent, type SocketHandle, type SocketModule, socketEvent } from '#server/platform/live/sockets.ts';
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

/** Tries a person has, and how many more a second. */
export const flows = {
  send: { name: 'send', burst: 120, perSecond: 5 },
  typing: { name: 'typing', burst: 30, perSecond: 5 },
  join: { name: 'join', burst: 60, perSecond: 5 },
};

/** A category goes by its number, too, as a text and as it is. */
const roomName = z.union([z.string().min(1).max(100), z.int().min(0).transform(String)], 'A room is required');
const conversationId = z.uuid('This is no conversation');
/** The name itself, or an object that holds it. */
const roomInput = z.union(
  [roomName, z.object({ roomId: roomName }).transform(({ roomId }) => roomId)],
  'A room is required',
);
const conversationInput = z.union(
  [conversationId, z.object({ conversationId }).transform((input) => input.conversationId)],
  'A conversation is required',
);

const { messageMax, nonceMax } = limits.chat;
const said = {
  content: z.string('Message is required').trim().min(1, 'Message is required').max(messageMax, tooLongMessage),
  // What is not given may be sent as null or as an empty text.
  parentMessageId: z
    .union([z.uuid(), z.literal('').transform(() => null)], 'The message that this answers is not here')
    .nullish(),
  nonce: z
    .union([z.string().max(nonceMax), z.number().transform(String)], 'Nonce is not valid')
    .transform((text) => text || null)
    .nullish(),
};
const sendInput = z.object({ conversationId, ...said });
const sendRoomInput = z.object({ roomId: roomName, type: z.enum(['category', 'tippool']).nullish(), ...said });

type Name = keyof ClientToServerEvents;

/** Whoever joins a room and leaves it at once has left, and the other way round, however long either takes. */
const inTurn = createTurns<SocketHandle>();

/** Joining, leaving and typing, by the two names that rooms and conversations have for them. */
function presence(
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
      handle: (socket, roomId) => inTurn(socket, () => joinRoom(context, socket, { roomId, as })),
    }),
    socketEvent({
      name: names.leave,
      // A client that is in one at a time may name none.
      schema: schema.optional(),
      flow: flows.join,
      handle: (socket, roomId) => inTurn(socket, () => leaveRoom(context, socket, { roomId, as })),
    }),
    typing(names.typing, true),
    typing(names.stopTyping, false),
  ];
}

/** Whoever writes in a conversation has it in their list from now on, in every window. */
async function send(context: ChatContext, socket: SocketHandle, sending: Sending): Promise<Message> {
  const message = await sendMessage(context, socket, sending);
  const { conversationId } = message;
  if (conversationId && !socket.rooms.has(socketRoom.listed(conversationId))) {
    // It is stored by now, whatever becomes of this: they enter with their next message.
    await subscribeToListUpdates(context, socket, conversationId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'whether a room may still be read is not known'),
    );
  }
  // Whoever waits for the answer writes no faster than others can be told: at most one round is ahead of it.
  await context.live.begun();
  return message;
}

export function chatSockets(context: ChatContext): SocketModule {
  const socketRoomsOf = createBatches((userIds: string[]) => readSocketRooms(context.db.sql, userIds));
  return {
    events: [
      ...presence(context, 'conversation', conversationInput, {
        join: 'join_conversation',
        leave: 'leave_conversation',
        typing: 'start_typing',
        stopTyping: 'stop_typing',
      }),
      ...presence(context, 'room', roomInput, {
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
    /** The conversations in a person's list, and what marks whom they do not want to hear, or what they are not to. */
    async roomsOf({ actor, ageVerified }) {
      const { roomIds, blockedIds } = await socketRoomsOf(actor.userId);
      return [
        ...roomIds.map(socketRoom.listed),
        ...blockedIds.map(socketRoom.apart),
        ...(ageVerified ? [] : [socketRoom.unverified]),
        ...(actor.role === 'admin' ? [socketRoom.admins] : []),
      ];
    },
  };
}
