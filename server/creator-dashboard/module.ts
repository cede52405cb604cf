import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { creatorDashboardRoutes } from './routes.ts';

/** What a creator sees and does on their dashboard: requests with forecasts, contributors and earnings. */
export function creatorDashboardModule(context: MoneyContext): Module {
  return { routes: creatorDashboardRoutes(context) };
}
