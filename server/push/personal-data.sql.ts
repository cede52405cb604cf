import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const pushData: readonly PersonalData[] = [
  {
    name: 'push-devices',
    about: msg`Devices that get your notifications while no page is open, without the keys of your browser.`,
    rows: (sql, userId) => sql`
      select p.endpoint, p.created_at, p.reached_at, s.user_agent
      from push_subscriptions p join sessions s on s.id = p.session_id
      where s.user_id = ${userId} order by p.created_at`,
  },
];
