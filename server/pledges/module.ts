import type {} from '#server/accounts/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http/request-context.ts';
import { hideFan } from './account-deletion.sql.ts';
import { pledgeQuestions } from './check-pledges.ts';
import { definePledgeJobs } from './jobs.ts';
import { listenToMoneyFacts } from './money-fact-listeners.ts';
import { pledgeData } from './personal-data.sql.ts';
import { listenToPoolFacts } from './pool-fact-listeners.ts';
import { pledgeRoutes } from './routes.ts';
import { withdrawForDeletion } from './withdraw-for-deletion.ts';

/** Promises toward a pool and what becomes of them. */
export function pledgesModule(context: MoneyContext): Module {
  listenToMoneyFacts(context);
  listenToPoolFacts(context);
  definePledgeJobs(context);
  context.facts.within('user.leaving', (tx, { userId }) => withdrawForDeletion(context, tx, userId));
  context.facts.within('user.left', (tx, { userId }) => hideFan(tx, userId));
  return { routes: pledgeRoutes(context), questions: pledgeQuestions, personalData: pledgeData };
}
