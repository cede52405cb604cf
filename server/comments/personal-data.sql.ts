import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const commentData: readonly PersonalData[] = [
  {
    name: 'comment_likes',
    about: msg`Comments that you like.`,
    rows: (sql, userId) => sql`
      select comment_id, created_at from comment_likes where user_id = ${userId} order by created_at`,
  },
  {
    name: 'update-likes',
    about: msg`Updates that you like.`,
    rows: (sql, userId) => sql`
      select l.update_id, x.pool_id, l.created_at from update_likes l join pool_updates x on x.id = l.update_id
      where l.user_id = ${userId} order by l.created_at`,
  },
  {
    name: 'comments',
    about: msg`What you wrote about pools and their updates.`,
    rows: (sql, userId) => sql`
      select id, pool_id, update_id, parent_id, content, created_at, deleted_at from comments
      where author_id = ${userId} order by created_at`,
  },
];
