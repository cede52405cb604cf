import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const calendarData: readonly PersonalData[] = [
  {
    name: 'calendar',
    about: msg`Your calendar link: when you made it, and when a calendar program last read it.`,
    rows: (sql, userId) => sql`select created_at, read_at, changed_at from calendars where user_id = ${userId}`,
  },
];
