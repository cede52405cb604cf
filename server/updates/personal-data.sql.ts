import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const updateData: readonly PersonalData[] = [
  {
    name: 'updates',
    about: msg`The updates that you posted on pools.`,
    rows: (sql, userId) => sql`
      select x.id, x.pool_id, x.audience, x.content, x.created_at, x.edited_at, x.deleted_at,
        coalesce((
          select json_agg('/media/images/' || i.key || '.webp' order by m.position)
          from pool_update_images m join images i on i.id = m.image_id where m.update_id = x.id), '[]') as pictures
      from pool_updates x where x.author_id = ${userId} order by x.created_at`,
  },
];
