import { writeAudit } from '#server/audit/write-audit.ts';
import type {} from '#server/chat/facts.ts';
import type {} from '#server/creators/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { auditClaimByCode } from './audit-claim-by-code.ts';
import { auditRemovedComment } from './audit-removed-comment.ts';
import { auditRemovedCreator } from './audit-removed-creator.ts';
import { auditRemovedMessage } from './audit-removed-message.ts';
import { moderationData } from './personal-data.sql.ts';
import { moderationRoutes } from './routes.ts';

/** Reports, the admin queues and the admins' actions, each with an audit row. */
export function moderationModule(context: MoneyContext): Module {
  context.facts.within('comment.removed', auditRemovedComment);
  context.facts.within('message.removed', auditRemovedMessage);
  context.facts.within('chat.moderated', writeAudit);
  context.facts.within('creator.removed', auditRemovedCreator);
  context.facts.within('creator.claimed_by_code', auditClaimByCode);
  return { routes: moderationRoutes(context), personalData: moderationData };
}
