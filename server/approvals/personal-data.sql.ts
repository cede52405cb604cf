import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const approvalData: readonly PersonalData[] = [
  {
    name: 'approval_requests',
    about: msg`What you asked a second admin to approve, and what you decided as the second admin.`,
    rows: (sql, userId) => sql`
      select kind, case when requester_id = ${userId} then 'asked' else 'decided' end as part, target_kind, target_id, amount_cents,
        case when requester_id = ${userId} then reason end as reason, status,
        case when decided_by = ${userId} then answer end as answer, created_at, decided_at
      from approval_requests where requester_id = ${userId} or decided_by = ${userId} order by created_at`,
  },
];
