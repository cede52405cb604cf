import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const moderationData: readonly PersonalData[] = [
  {
    name: 'reports',
    about: msg`Reports you made.`,
    rows: (sql, userId) => sql`
      select kind, target_id, reason, status, answer, created_at, decided_at from reports
      where reporter_id = ${userId} order by created_at`,
  },
];
