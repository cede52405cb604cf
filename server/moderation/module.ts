import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { auditRemovedComment } from './audit-removed-comment.ts';
import { moderationRoutes } from './routes.ts';

/** Admin queues and acts, each with its audit row. */
export function moderationModule(context: MoneyContext): Module {
  context.facts.within('comment.removed', auditRemovedComment);
  return { routes: moderationRoutes(context) };
}
