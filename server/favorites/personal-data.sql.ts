import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const favoriteData: readonly PersonalData[] = [
  {
    name: 'likes',
    about: msg`Pools that you like.`,
    rows: (sql, userId) => sql`
      select pool_id, created_at from pool_likes where user_id = ${userId} order by created_at`,
  },
  {
    name: 'saved-pools',
    about: msg`Pools that you follow, whether you get their news, and when we reminded you of their deadline.`,
    rows: (sql, userId) => sql`
      select pool_id, news, created_at, reminded_at from pool_saves where user_id = ${userId} order by created_at`,
  },
];
