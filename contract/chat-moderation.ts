import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { decisionReason } from './moderation.ts';

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
  /** Everyone but admins waits so long between two messages; 0 is off. */
  slowModeSeconds: z.number().int(),
  mutes: z.array(roomMute),
});
export type RoomSettings = z.infer<typeof roomSettings>;

export const roomItem = z.object({
  roomId: z.string(),
  kind: z.enum(['global', 'category', 'pool']),
  /** "Global", a category, or the title of a pool; masked before the age gate. */
  name: z.string(),
  /** The page whose chat it is; null where the name says it. */
  path: z.string().nullable(),
  slowModeSeconds: z.number().int(),
  /** How many are muted there now. */
  mutedCount: z.number().int(),
  /** When something was last written; null where nothing was. */
  writtenAt: z.iso.datetime().nullable(),
});
export type RoomItem = z.infer<typeof roomItem>;

/** Of pools: those with rules in force, then those that were written in last; with a search those of that name. */
export const listRooms = endpoint({
  method: 'GET',
  path: '/api/admin/rooms',
  summary: 'Rooms of everyone, of categories and of pools with what is in force there; no direct conversations',
  who: 'admin',
  query: z.object({ search: z.string().trim().max(200).default('') }),
  output: z.object({ rooms: z.array(roomItem) }),
});
export const getRoomSettings = endpoint({
  method: 'GET',
  path: '/api/admin/rooms/:roomId',
  summary: 'Slow mode of a room, and who is muted in it',
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
  }),
  output: roomSettings,
});
export const muteInRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms/:roomId/mutes',
  summary: 'Mute somebody in a room for so many minutes, or until it is lifted; they can read on',
  who: 'admin',
  params: byRoom,
  body: z.object({
    userId: z.uuid(),
    minutes: z.number().int().min(1).max(limits.chat.muteMinutesMax).nullish(),
    reason: decisionReason,
  }),
  output: roomSettings,
  status: 201,
});
export const unmuteInRoom = endpoint({
  method: 'DELETE',
  path: '/api/admin/rooms/:roomId/mutes/:userId',
  summary: 'Lift a mute',
  who: 'admin',
  params: byRoom.extend({ userId: z.uuid() }),
  output: roomSettings,
});

/** Words that no message in the rooms of categories and pools may have, whatever their case; `*` at the end stands for any ending. */
export const wordFilter = z.object({ blockedWords: z.array(z.string()) });

export const getWordFilter = endpoint({
  method: 'GET',
  path: '/api/admin/chat-settings',
  summary: 'The word filter of the chat',
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
  }),
  output: wordFilter,
});
