import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { moneyAuditTargets } from './audit-money.ts';
import { refundExecutors } from './execute-approvals.ts';
import { exportCalls, exportRoutes } from './export-routes.ts';
import { moneyListExports } from './list-exports.ts';
import { registerGauges } from './register-gauges.ts';
import { bookkeepingRoutes } from './routes.ts';

/** The money area of admins: balances, unsettled movements, months, reconciling and checks. Comes last, because it runs all modules' checks. */
export function bookkeepingModule(context: MoneyContext, modules: readonly Module[]): Module {
  context.hooks.handle('audit.targets', async (_sql, targets) => moneyAuditTargets(targets));
  context.hooks.handle('approval.executors', refundExecutors(context));
  registerGauges(context);
  const invariants = modules.flatMap((module) => module.invariants ?? []);
  const lists = moneyListExports(context);
  return {
    routes: bookkeepingRoutes(context, invariants),
    raw: [exportRoutes(context), ...lists.map(({ raw }) => raw)],
    rawCalls: [...exportCalls, ...lists.map(({ call }) => call)],
  };
}
