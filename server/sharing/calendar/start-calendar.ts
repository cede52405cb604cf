import { type Calendar, calendarPath } from '#contract/calendar.ts';
import { newToken } from '#server/accounts/tokens.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type CalendarRow, deleteCalendar, findCalendar, replaceCalendar } from './calendars.sql.ts';

const calendarOf = ({ createdAt, readAt }: CalendarRow): Calendar => ({
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** Returns the person's calendar feed without its address, or null. */
export async function readCalendar({ db }: Platform, { userId }: Actor): Promise<{ calendar: Calendar | null }> {
  const row = await findCalendar(db.sql, userId);
  return { calendar: row ? calendarOf(row) : null };
}

/** Creates the address of the person's calendar feed, which is shown only once. An earlier address stops working. Throws rate_limited. */
export async function startCalendar(
  { config, db, limits }: Platform,
  { userId }: Actor,
): Promise<{ calendar: Calendar; url: string }> {
  await limits.limiter('calendar addresses per person', { points: 20, perMs: 60 * 60_000 }).consume(userId);
  const { token, tokenHash } = newToken();
  const row = await replaceCalendar(db.sql, userId, tokenHash);
  return { calendar: calendarOf(row), url: config.publicUrl + calendarPath(token) };
}

/** Stops the person's calendar feed. Repeating the call is harmless. */
export async function stopCalendar({ db }: Platform, { userId }: Actor): Promise<{ calendar: null }> {
  await deleteCalendar(db.sql, userId);
  return { calendar: null };
}
