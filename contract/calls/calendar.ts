import type * as calendar from '../calendar.ts';
import { get, post, remove } from './make-call.ts';

export const getCalendar = get<typeof calendar.getCalendar>('/api/user/calendar');
export const startCalendar = post<typeof calendar.startCalendar>('/api/user/calendar');
export const stopCalendar = remove<typeof calendar.stopCalendar>('/api/user/calendar');
