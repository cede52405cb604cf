import { webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Invariants of webhooks for `cli check`. */
export const webhookInvariants: readonly Invariant[] = [
  {
    name: `no one has more than ${webhookLimits.perPerson} webhooks`,
    sql: `select user_id, count(*) from webhook_endpoints group by user_id having count(*) > ${webhookLimits.perPerson}`,
  },
  {
    name: 'no deleted account has a webhook',
    sql: 'select e.id from webhook_endpoints e join users u on u.id = e.user_id where u.deleted_at is not null',
  },
  {
    name: 'nothing waits for a webhook that is off',
    sql: `select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.state = 'pending' and e.off_reason is not null`,
  },
];
