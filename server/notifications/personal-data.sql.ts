import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const noticeData: readonly PersonalData[] = [
  {
    name: 'notifications',
    about: 'Notifications you received.',
    rows: (sql, userId) => sql`
      select kind, title, body, href, created_at, read_at from notifications
      where user_id = ${userId} and not hidden order by created_at`,
  },
  {
    name: 'notification-choices',
    about: 'Notification settings you changed.',
    rows: (sql, userId) => sql`
      select topic, in_app, email, digest, push from notification_choices where user_id = ${userId} order by topic`,
  },
  {
    name: 'notification-time-zone',
    about: 'The time zone of your digests.',
    rows: (sql, userId) => sql`select time_zone from notification_zones where user_id = ${userId}`,
  },
];
