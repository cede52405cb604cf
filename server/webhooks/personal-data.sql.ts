import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const webhookData: readonly PersonalData[] = [
  {
    name: 'webhooks',
    about: msg`Addresses that get events from you, without the secrets that sign them.`,
    rows: (sql, userId) => sql`
      select id, kind, scope, regexp_replace(url, '^(discord|slack):', 'https:') as url, description, types, token_ids, off_reason,
        failing_since, failed_at, paused_until, previous_secret_until, created_at
      from webhook_endpoints where user_id = ${userId} order by id`,
  },
  {
    name: 'webhook-deliveries',
    about: msg`The events that your webhooks got in the last 30 days, and what their servers answered.`,
    rows: (sql, userId) => sql`
      select d.id, d.endpoint_id, d.event_id, d.type, d.state, d.attempts, d.next_try_at, d.tried_at, d.status, d.fault, d.answer, d.duration_ms, d.created_at
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where e.user_id = ${userId} order by d.id`,
  },
];
