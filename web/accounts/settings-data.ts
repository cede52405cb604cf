import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { getSecondFactor, getSettings, listSessions } from '#contract/calls/accounts.ts';
import { getCalendar } from '#contract/calls/calendar.ts';
import { getNotificationChoices } from '#contract/calls/notifications.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { optional, query } from '#web/data/query.ts';
import { setUserIn } from '#web/data/session.ts';

export const accountSettings = query(getSettings);
/** Sessions start and end on other devices. */
export const mySessions = { ...optional(query(listSessions)), staleTime: 10_000 };
/** Calendar programs read it. */
export const myCalendar = { ...optional(query(getCalendar)), staleTime: 10_000 };
export const mySecondFactor = optional(query(getSecondFactor));
export type Choices = OutputOf<typeof getNotificationChoices>;
export const noticeChoices = optional(query(getNotificationChoices));

/** Returns a function that stores the changed user for every part of the page. */
export function useStoreUser(): (user: CurrentUser) => void {
  const queries = useQueryClient();
  return (user) => setUserIn(queries, user);
}
