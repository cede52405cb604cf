import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const creatorDashboardData: readonly PersonalData[] = [
  {
    name: 'messages-to-fans',
    about: msg`The messages you sent to the fans of your pools as a creator.`,
    rows: (sql, userId) => sql`
      select id, pool_id, body, recipient_count, created_at from creator_messages where creator_id = ${userId} order by created_at`,
  },
  {
    name: 'messages-from-creators',
    about: msg`The messages that creators sent you about pools that you back.`,
    rows: (sql, userId) => sql`
      select m.id, m.pool_id, m.created_at
      from creator_message_recipients r join creator_messages m on m.id = r.message_id
      where r.user_id = ${userId} order by m.created_at`,
  },
  {
    name: 'thanks',
    about: msg`What you wrote to creators to thank them for a delivery.`,
    rows: (sql, userId) => sql`
      select id, pool_id, body, created_at, removed_at from thanks where fan_id = ${userId} order by created_at`,
  },
];
