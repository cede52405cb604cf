import type { reconcileNow as contract } from '#contract/admin/money.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { runSelfTests } from '#server/money/problems/run-self-tests.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { auditMoney, type MoneyAdmin } from './audit-money.ts';

/** Reconciles everything unsettled at once, and records who asked. */
export async function reconcileNow(context: MoneyContext, admin: MoneyAdmin): Promise<OutputOf<typeof contract>> {
  await runSelfTests(context);
  const { asked, failed, mismatches: differences } = await reconcile(context, { olderThanMs: 0 });
  await auditMoney(context, admin, 'money.reconciled', { asked, failed, differences: differences.length });
  return { asked, failed, differences };
}
