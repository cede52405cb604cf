import type { z } from 'zod';
import type { operatorForm } from '#contract/admin/setup.ts';
import { appError } from '#contract/errors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { lockOperatorRow, updateOperatorRow } from '#server/platform/operator/operator.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type OperatorField, operatorFields, operatorSettingNames } from './missing-settings.ts';

export interface AdminRequest {
  actor: Actor;
  ip: string;
}

/**
 * Stores the operator's details and records the change. Absent fields stay as they are, empty ones are cleared. Throws
 * validation_failed for a field that a setting of the server overrides.
 */
export async function changeOperator(
  { config, db }: Platform,
  { actor, ip }: AdminRequest,
  form: z.output<typeof operatorForm>,
): Promise<void> {
  const changedFields = operatorFields.filter((field) => form[field] !== undefined);
  const overridden = changedFields.filter((field) => config.operatorSettings[field] !== null);
  if (overridden.length > 0) {
    const fields = Object.fromEntries(
      overridden.map((field) => [field, () => `${operatorSettingNames[field]} on the server sets this.`]),
    );
    throw appError('validation_failed', { fields });
  }
  await db.tx(async (tx) => {
    const row = await lockOperatorRow(tx);
    const changes = changedFields
      .map((field): [OperatorField, string | null, string | null] => [field, row[field], form[field] || null])
      .filter(([, before, after]) => before !== after);
    if (changes.length === 0) return;
    const after = Object.fromEntries(changes.map(([field, , value]) => [field, value]));
    await updateOperatorRow(tx, { ...row, ...after });
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'operator.changed',
      targetKind: 'operator',
      targetId: 'operator',
      before: Object.fromEntries(changes.map(([field, value]) => [field, value])),
      after,
      reason: null,
      ip,
      concerned: 'no_one',
    });
  });
}
