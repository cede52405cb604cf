import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { pledgeQuestions } from './check-pledges.ts';
import { hearMoney } from './hear-money.ts';
import { hearPools } from './hear-pools.ts';
import { definePledgeJobs } from './jobs.ts';
import { pledgeRoutes } from './routes.ts';

/** Promises toward a pool and what becomes of them. */
export function pledgesModule(context: MoneyContext): Module {
  hearMoney(context);
  hearPools(context);
  definePledgeJobs(context);
  return { routes: pledgeRoutes(context), questions: pledgeQuestions };
}
