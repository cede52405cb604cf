import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { moderationRoutes } from './routes.ts';

/** Admin queues and acts, each with its audit row. */
export function moderationModule(context: MoneyContext): Module {
  return { routes: moderationRoutes(context) };
}
