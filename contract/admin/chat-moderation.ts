import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { decisionReason } from './admin-list.ts';

/** The number of the last action that the admin saw. If another admin has acted since, the call is refused. */
const seenVersion = z.number().int().nonnegative().optional();

/** `roomId` as on sockets: a category's name, "Global", or a pool's conversation. Direct conversations have no such settings. */
const byRoom = z.object({ roomId: z.string().min(1).max(100) });

export const roomMute = z.object({
  user: userSummary,
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until an admin lifts it. */
  until: z.iso.datetime().nullable(),
});

export const roomSettings = z.object({
  roomId: z.string(),
  kind: z.enum(['global', 'category', 'pool']),
  /** The pause between two messages of one person, in seconds; 0 is off. Admins are exempt. */
  slowModeSeconds: z.number().int(),
  mutes: z.array(roomMute),
  version: z.number().int(),
});
export type RoomSettings = z.infer<typeof roomSettings>;

export const roomItem = z.object({
  roomId: z.string(),
  kind: z.enum(['global', 'category', 'pool']),
  /** "Global", the category, or the pool's title; masked before the age gate. */
  name: z.string(),
  /** The path of the pool's page; null for Global and categories. */
  path: z.string().nullable(),
  slowModeSeconds: z.number().int(),
  /** The number of people who are muted now. */
  mutedCount: z.number().int(),
  /** When the last message was written; null if the room has none. */
  writtenAt: z.iso.datetime().nullable(),
});
export type RoomItem = z.infer<typeof roomItem>;

/** Pool rooms: first those with rules in force, then by their last message. A search matches the pool's title. */
export const listRooms = endpoint({
  method: 'GET',
  path: '/api/admin/rooms',
  summary: 'List Global, category and pool rooms with their rules; no direct conversations',
  who: 'admin',
  query: z.object({ search: z.string().trim().max(200).default('') }),
  output: z.object({ rooms: z.array(roomItem) }),
});
export const getRoomSettings = endpoint({
  method: 'GET',
  path: '/api/admin/rooms/:roomId',
  summary: 'Get the slow mode and the mutes of a room',
  who: 'admin',
  params: byRoom,
  output: roomSettings,
});
export const setSlowMode = endpoint({
  method: 'PATCH',
  path: '/api/admin/rooms/:roomId',
  summary: 'Set or lift the slow mode of a room, with a reason',
  who: 'admin',
  params: byRoom,
  body: z.object({
    slowModeSeconds: z.number().int().min(0).max(limits.chat.slowModeSecondsMax),
    reason: decisionReason,
    version: seenVersion,
  }),
  output: roomSettings,
  errors: ['conflict'],
});
export const muteInRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms/:roomId/mutes',
  summary: 'Mute a person in a room for some minutes, or until an admin lifts it; they can still read',
  who: 'admin',
  params: byRoom,
  body: z.object({
    userId: uuid,
    minutes: z.number().int().min(1).max(limits.chat.muteMinutesMax).nullish(),
    reason: decisionReason,
  }),
  output: roomSettings,
  status: 201,
  errors: ['own_decision'],
});
export const unmuteInRoom = endpoint({
  method: 'DELETE',
  path: '/api/admin/rooms/:roomId/mutes/:userId',
  summary: 'Lift a mute',
  who: 'admin',
  params: byRoom.extend({ userId: uuid }),
  output: roomSettings,
  errors: ['own_decision'],
});

/** Words that messages in Global, category and pool rooms must not contain, regardless of case. A final `*` matches any ending. */
export const wordFilter = z.object({ blockedWords: z.array(z.string()), version: z.number().int() });

export const getWordFilter = endpoint({
  method: 'GET',
  path: '/api/admin/chat-settings',
  summary: 'Get the word filter of the chat',
  who: 'admin',
  output: wordFilter,
});
export const setWordFilter = endpoint({
  method: 'PATCH',
  path: '/api/admin/chat-settings',
  summary: 'Replace the word filter of the chat, with a reason',
  who: 'admin',
  body: z.object({
    blockedWords: z.array(z.string().trim().min(1).max(limits.chat.blockedWordMax)).max(limits.chat.blockedWords),
    reason: decisionReason,
    version: seenVersion,
  }),
  output: wordFilter,
  errors: ['conflict'],
});
