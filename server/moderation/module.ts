import type { AdminListChanged } from '#contract/chat/socket-events.ts';
import type {} from '#server/accounts/hooks.ts';
import type {} from '#server/approvals/hooks.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type {} from '#server/chat/facts.ts';
import type {} from '#server/creators/facts.ts';
import type {} from '#server/media/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { roleRoom } from '#server/platform/live/packets.ts';
import type { Module } from '#server/platform/module.ts';
import { deliveryExecutor } from './approve-delivery.ts';
import { auditFoundCode } from './audit-found-code.ts';
import { auditRemovedComment } from './audit-removed-comment.ts';
import { auditRemovedCreator } from './audit-removed-creator.ts';
import { auditRemovedMessage } from './audit-removed-message.ts';
import { auditRemovedUpdate } from './audit-removed-update.ts';
import { findTargetsOfPools } from './audit-targets.sql.ts';
import { decisionInvariants } from './check-decisions.ts';
import { closeAppeals } from './close-appeals.ts';
import { listExports } from './list-exports.ts';
import { nameAuditTargets } from './name-audit-targets.ts';
import { moderationData } from './personal-data.sql.ts';
import { mayReport } from './policy.ts';
import { listPicturedReportsAbout, reportImageUses } from './report-images.sql.ts';
import { eraseReportsOf, hasOpenAppeal } from './reports.sql.ts';
import { dropReportImages } from './review-report.ts';
import { moderationRoutes } from './routes.ts';

/** Reports, the admin queues and the admins' actions, each with an audit row. */
export function moderationModule(context: MoneyContext): Module {
  context.hooks.handle('audit.targets', nameAuditTargets(context));
  const executors = { 'delivery.approve': deliveryExecutor(context) };
  context.hooks.handle('approval.executors', () => executors);
  context.hooks.handle('audit.find_targets', findTargetsOfPools);
  context.hooks.handle('user.has_open_appeal', hasOpenAppeal);
  context.hooks.handle('pool.may_report', mayReport);
  context.facts.within('user.left', async (tx, { userId }) => {
    await dropReportImages(context, tx, await listPicturedReportsAbout(tx, userId));
    await eraseReportsOf(tx, userId);
  });
  context.hooks.handle('image.uses', reportImageUses);
  context.facts.within('user.suspension_lifted', closeAppeals);
  context.facts.within('comment.removed', auditRemovedComment);
  context.facts.within('update.removed', auditRemovedUpdate);
  context.facts.within('message.removed', auditRemovedMessage);
  context.facts.within('chat.moderated', writeAudit);
  context.facts.within('creator.removed', auditRemovedCreator);
  context.facts.within('creator.code_found', auditFoundCode);
  // Triggers notify it, whichever operation changes a list (admin-lists.sql).
  context.live.sendOn('admin_list_changed', (list) => ({
    namespace: '/live',
    to: [roleRoom('admin')],
    event: 'admin_list_changed',
    payload: { list } satisfies AdminListChanged,
  }));
  const exports = listExports(context);
  return {
    routes: moderationRoutes(context),
    raw: exports.map(({ raw }) => raw),
    rawCalls: exports.map(({ call }) => call),
    invariants: decisionInvariants,
    personalData: moderationData,
  };
}
