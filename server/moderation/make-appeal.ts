import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { readCurrentUser } from '#server/accounts/read-current-user.ts';
import { notifyAdminsOfAppeal } from '#server/notifications/notify-appeal.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertReport } from './reports.sql.ts';

/**
 * Puts a suspended person's appeal into the report queue, with the reason of the suspension. Throws conflict (not suspended),
 * report_exists.
 */
export async function makeAppeal(
  context: Platform,
  actor: Actor,
  reason: string,
): Promise<{ id: string; status: 'open' }> {
  await context.limits.limiter('appeals', { points: 5, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
  const { suspension, username } = await readCurrentUser(context, actor);
  if (!suspension) throw appError('conflict', { message: () => t`Your account isn’t suspended.` });
  const { userId } = actor;
  const excerpt = suspension.reason ?? '';
  const appeal = { kind: 'appeal', targetId: userId, poolId: null, subjectId: userId, reporterId: userId } as const;
  return context.db.tx(async (tx) => {
    const id = await insertReport(tx, { ...appeal, excerpt, reason });
    if (!id) {
      throw appError('report_exists', { message: () => t`You’ve already appealed. An admin will review it.` });
    }
    await notifyAdminsOfAppeal(context, tx, { id, username, reason });
    return { id, status: 'open' };
  });
}
