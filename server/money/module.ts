import type {} from '#server/accounts/facts.ts';
import type { RawCall } from '#server/platform/http/request-context.ts';
import type { Module } from '#server/platform/module.ts';
import { assertNothingOwed } from './assert-nothing-owed.ts';
import { moneyInvariants } from './check-money.ts';
import { erasePayer } from './erase-payer.ts';
import { defineMoneyJobs } from './jobs.ts';
import type { MoneyContext } from './money-context.ts';
import { resumeHeld } from './payouts/hold-payouts.ts';
import { moneyData } from './personal-data.sql.ts';
import { registerMismatches } from './problems/report-problem.ts';
import { moneyRoutes, webhookRoutes } from './routes.ts';

/** Cards, charges, refunds, payouts and the ledger. */
export function moneyModule(context: MoneyContext): Module {
  defineMoneyJobs(context);
  registerMismatches(context);
  // This handler runs last, because pools and pledges give a more exact reason why the person cannot leave yet.
  context.facts.within('user.left', async (tx, { userId }) => {
    await assertNothingOwed(tx, userId);
    await erasePayer(context, tx, userId);
  });
  context.facts.within('user.suspension_lifted', (tx, { userId }) => resumeHeld(context, tx, userId));
  const raw = [webhookRoutes(context), ...context.processors.all.flatMap(({ pages }) => pages ?? [])];
  const rawCalls: RawCall[] = [
    { method: 'post', path: '/api/webhooks/{processor}', summary: 'Signed events of a card processor', who: 'anyone' },
  ];
  return { routes: moneyRoutes(context), raw, rawCalls, invariants: moneyInvariants, personalData: moneyData };
}
