import type { Module } from '#server/platform/http.ts';
import { moneyQuestions } from './check-money.ts';
import { defineMoneyJobs } from './jobs.ts';
import type { MoneyContext } from './money-context.ts';
import { moneyRoutes, webhookRoutes } from './routes.ts';

/** Cards, charges, refunds, payouts and the ledger under them. */
export function moneyModule(context: MoneyContext): Module {
  defineMoneyJobs(context);
  const { pages } = context.cards;
  const raw = pages ? [webhookRoutes(context), pages] : [webhookRoutes(context)];
  return { routes: moneyRoutes(context), raw, questions: moneyQuestions };
}
