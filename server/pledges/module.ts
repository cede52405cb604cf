import type {} from '#server/accounts/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http/request-context.ts';
import { pledgeQuestions } from './check-pledges.ts';
import { hearMoney } from './hear-money.ts';
import { hearPools } from './hear-pools.ts';
import { definePledgeJobs } from './jobs.ts';
import { hideFan } from './leaving.sql.ts';
import { letFanLeave } from './let-fan-leave.ts';
import { pledgeData } from './personal-data.sql.ts';
import { pledgeRoutes } from './routes.ts';

/** Promises toward a pool and what becomes of them. */
export function pledgesModule(context: MoneyContext): Module {
  hearMoney(context);
  hearPools(context);
  definePledgeJobs(context);
  context.facts.within('user.leaving', (tx, { userId }) => letFanLeave(context, tx, userId));
  context.facts.within('user.left', (tx, { userId }) => hideFan(tx, userId));
  return { routes: pledgeRoutes(context), questions: pledgeQuestions, personalData: pledgeData };
}
