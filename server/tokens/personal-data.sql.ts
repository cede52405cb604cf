import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const tokenData: readonly PersonalData[] = [
  {
    name: 'api-tokens',
    about: msg`API tokens you created for programs: what they may do, and their last use.`,
    rows: (sql, userId) => sql`
      select id, name, scopes, created_at, expires_at, last_used_at, last_used_ip, ended_at, end_reason from api_tokens
      where user_id = ${userId} order by created_at desc`,
  },
];
