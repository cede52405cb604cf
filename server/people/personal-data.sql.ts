import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const peopleData: readonly PersonalData[] = [
  {
    name: 'blocks',
    about: msg`People you blocked.`,
    rows: (sql, userId) => sql`
      select u.username, b.created_at from user_blocks b join users u on u.id = b.blocked_id
      where b.blocker_id = ${userId} order by b.created_at`,
  },
  {
    name: 'interests',
    about: msg`Categories that you want to see first on your home page.`,
    rows: (sql, userId) => sql`
      select c.name as category from user_interests i join categories c on c.id = i.category_id
      where i.user_id = ${userId} order by i.position`,
  },
];
