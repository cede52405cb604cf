import type { AuditAction } from '#contract/admin/audit-actions.ts';
import type { AuditValues } from '#server/audit/audit-entry.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { EndpointRow } from './endpoints.sql.ts';
import type { WebhookCaller } from './webhook-caller.ts';

/** The host only, because the rest of an address may hold a secret. */
const valuesOf = ({ url, types, offReason }: EndpointRow): AuditValues => ({
  host: new URL(url).host,
  types: types.join(', '),
  on: offReason === null,
});

/** Records what an admin does with a webhook of the site, which sends everyone's events elsewhere. Call it last in the transaction. */
export async function auditSiteWebhook(
  tx: Tx,
  { actor, ip }: WebhookCaller,
  action: Extract<AuditAction, `webhook.${string}`>,
  { before, after }: { before?: EndpointRow | undefined; after?: EndpointRow | undefined },
): Promise<void> {
  const endpoint = after ?? before;
  if (endpoint?.scope !== 'site') return;
  await writeAudit(tx, {
    actorId: actor.userId,
    action,
    targetKind: 'webhook',
    targetId: endpoint.id,
    before: before ? valuesOf(before) : {},
    after: after ? valuesOf(after) : {},
    reason: null,
    ip,
    concerned: 'no_one',
  });
}
