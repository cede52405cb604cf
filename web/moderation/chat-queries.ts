import { getRoomSettings, getWordFilter, listRooms } from '#contract/calls/admin.ts';
import { firstPage } from '#web/admin-table/list-state.ts';
import { optional, query } from '#web/data/query.ts';
import { reports } from './lists.ts';

export const roomsFound = (search: string) => optional(query(listRooms, { query: { search } }));
export const settingsOf = (roomId: string) => optional(query(getRoomSettings, { params: { roomId } }));
export const wordFilter = optional(query(getWordFilter));
export const reportedMessages = reports.page(firstPage(reports.list, { kind: 'message' }));
