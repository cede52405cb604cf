import type {} from '#server/accounts/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { csvExports } from './csv-exports.ts';
import { deleteMessagesOf } from './messages.sql.ts';
import { creatorDashboardData } from './personal-data.sql.ts';
import { creatorDashboardRoutes } from './routes.ts';
import { deleteThanksOf } from './thanks.sql.ts';

/** The creator dashboard: requests with forecasts, contributors, messages to them, their thank-yous, and earnings. */
export function creatorDashboardModule(context: MoneyContext): Module {
  context.facts.within('user.left', async (tx, { userId }) => {
    await deleteMessagesOf(tx, userId);
    await deleteThanksOf(tx, userId);
  });
  const exports = csvExports(context);
  return {
    routes: creatorDashboardRoutes(context),
    raw: exports.map(({ raw }) => raw),
    rawCalls: exports.map(({ call }) => call),
    personalData: creatorDashboardData,
  };
}
