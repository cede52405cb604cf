import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const mediaData: readonly PersonalData[] = [
  {
    name: 'pictures',
    about: msg`Pictures you uploaded. Open each one at its address on this site.`,
    rows: (sql, userId) => sql`
      select '/media/images/' || key || '.webp' as address, width, height, size_bytes, created_at from images
      where owner_id = ${userId} order by created_at`,
  },
  {
    name: 'uploads',
    about: msg`Files you uploaded for deliveries.`,
    rows: (sql, userId) => sql`
      select name, content_type, size_bytes, created_at, completed_at from uploads
      where owner_id = ${userId} order by created_at`,
  },
];
