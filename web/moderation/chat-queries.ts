import { getRoomSettings, getWordFilter, listRooms } from '#contract/chat-moderation.ts';
import { optional, query } from '#web/data/query.ts';
import { firstPageState, reportQueue, reportsOf } from './queues.ts';

export const roomsFound = (search: string) => optional(query(listRooms, { query: { search } }));
export const settingsOf = (roomId: string) => optional(query(getRoomSettings, { params: { roomId } }));
export const wordFilter = optional(query(getWordFilter));
export const reportedMessages = reportsOf({ ...firstPageState(reportQueue), kind: 'message' });
