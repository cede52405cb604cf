import * as contract from '#contract/admin/money.ts';
import * as lists from '#contract/admin/money-lists.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { checkBooksNow } from './check-books.ts';
import { listHeldPools, readHeldPool } from './list-held.ts';
import { listMovements, readMovement } from './list-movements.ts';
import { readMoney, readMoneyDays } from './read-money.ts';

export function bookkeepingRoutes(context: MoneyContext, invariants: readonly Invariant[]): Route[] {
  const reconciling = context.limits.limiter('reconcile', { points: 6, perMs: 60_000 });
  return [
    route(contract.getAdminMoney, () => readMoney(context)),
    route(contract.getMoneyDays, () => readMoneyDays(context)),
    route(lists.listMovements, ({ query }) => listMovements(context, query)),
    route(lists.getMovement, ({ params }) => readMovement(context, params.id)),
    route(lists.listHeldPools, ({ query }) => listHeldPools(context, query)),
    route(lists.getHeldPool, ({ params }) => readHeldPool(context, params.id)),
    route(contract.reconcileNow, async (_input, request) => {
      await reconciling.consume(signedIn(request).userId);
      const { asked, failed, mismatches } = await reconcile(context, { olderThanMs: 0 });
      return { asked, failed, differences: mismatches };
    }),
    route(contract.checkBooks, () => checkBooksNow(context, invariants)),
  ];
}
