import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const noticeData: readonly PersonalData[] = [
  {
    name: 'notifications',
    about: msg`Notifications you received.`,
    rows: (sql, userId) => sql`
      select kind, title, body, href, created_at, read_at from notifications
      where user_id = ${userId} and not hidden order by created_at`,
  },
  {
    name: 'creator-news',
    about: msg`What you heard about the pools that ask you: when we told you about the request, and the share of the goal in percent.`,
    rows: (sql, userId) => sql`
      select pool_id, told_at, first_pledge, step from creator_news where creator_id = ${userId} order by pool_id`,
  },
  {
    name: 'new-backers-summary',
    about: msg`Until when we told you about new backers, and when the next summary is due.`,
    rows: (sql, userId) => sql`select told_until, due_at from backer_digests where creator_id = ${userId}`,
  },
  {
    name: 'notification-choices',
    about: msg`Notification settings you changed.`,
    rows: (sql, userId) => sql`
      select topic, in_app, email, digest, push from notification_choices where user_id = ${userId} order by topic`,
  },
  {
    name: 'notification-time-zone',
    about: msg`The time zone of your digests.`,
    rows: (sql, userId) => sql`select time_zone from notification_zones where user_id = ${userId}`,
  },
];
