import { type RemovedFactors, removeAllFactors } from '#server/accounts/second-factor/remove-all-factors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Platform } from '#server/platform/platform.ts';

/**
 * Removes all second factors of the account with this email: `npm run cli -- remove-factor EMAIL`, for people who lost them. No call of the
 * web does it. `unknown` without such an account, `none` if it has no second factor.
 */
export async function removeFactors(context: Platform, email: string): Promise<RemovedFactors | 'unknown' | 'none'> {
  return context.db.tx(async (tx) => {
    const result = await removeAllFactors(context, tx, email);
    if (typeof result === 'string') return result;
    const { userId, removed } = result;
    await writeAudit(tx, {
      actorId: null,
      action: 'user.factors_removed',
      targetKind: 'user',
      targetId: userId,
      before: { ...removed },
      after: {},
      reason: 'npm run cli -- remove-factor',
      ip: '',
      concerned: [userId],
    });
    return removed;
  });
}
