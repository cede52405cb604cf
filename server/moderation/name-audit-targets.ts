import { isUuid } from '#contract/values/ids.ts';
import type {} from '#server/audit/hooks.ts';
import type { HookMap } from '#server/platform/hooks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findAuditTargets } from './audit-targets.sql.ts';
import { cardsOf } from './queue.ts';

/** Names the targets of audit rows: pools by their title, everything else by its person or profile, with the pool's page. */
export function nameAuditTargets(context: Platform): HookMap['audit.targets'] {
  return async (sql, targets) => {
    const rows = await findAuditTargets(
      sql,
      targets.filter(({ id }) => isUuid(id)),
    );
    const cardOf = await cardsOf(
      context,
      rows.flatMap(({ poolId }) => poolId ?? []),
    );
    return rows.map(({ kind, id, poolId, userId, label }) => {
      const card = poolId ? cardOf(poolId) : undefined;
      return { kind, id, label: label ?? card?.title ?? null, path: card?.canonicalPath ?? null, userId, poolId };
    });
  };
}
