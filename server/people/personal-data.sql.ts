import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const peopleData: readonly PersonalData[] = [
  {
    name: 'blocks',
    about: 'People you blocked.',
    rows: (sql, userId) => sql`
      select u.username, b.created_at from user_blocks b join users u on u.id = b.blocked_id
      where b.blocker_id = ${userId} order by b.created_at`,
  },
];
