import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const overlayData: readonly PersonalData[] = [
  {
    name: 'overlays',
    about: msg`Your stream overlays and their settings, without their URLs.`,
    rows: (sql, userId) => sql`
      select o.id, o.pool_id, case when p.owner_id = o.user_id or not p.adult then p.title end as pool_title, o.settings, o.created_at,
        o.opened_at
      from overlays o join pools p on p.id = o.pool_id
      where o.user_id = ${userId} order by o.created_at`,
  },
];
