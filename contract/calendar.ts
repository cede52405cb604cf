import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The address of a person's calendar feed. Everyone who has it can read the feed. */
export const calendarPath = (token: string) => `/calendar/${token}.ics`;

const calendar = z.object({
  createdAt: z.iso.datetime(),
  /** When a calendar program last read it, to the hour; null if none has. */
  readAt: z.iso.datetime().nullable(),
});
export type Calendar = z.infer<typeof calendar>;

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/user/calendar',
  summary: 'Get whether I have a calendar feed, and when it was last read; not its address',
  who: 'user',
  output: z.object({ calendar: calendar.nullable() }),
});
export const startCalendar = endpoint({
  method: 'POST',
  path: '/api/user/calendar',
  summary: 'Create the address of my calendar feed, which only this response has; an earlier address stops working',
  who: 'user',
  output: z.object({ calendar, url: z.string() }),
  status: 201,
});
export const stopCalendar = endpoint({
  method: 'DELETE',
  path: '/api/user/calendar',
  summary: 'Stop my calendar feed; repeating the call is harmless',
  who: 'user',
  output: z.object({ calendar: z.null() }),
});
