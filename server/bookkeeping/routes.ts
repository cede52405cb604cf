import * as disputes from '#contract/admin/disputes.ts';
import * as contract from '#contract/admin/money.ts';
import * as lists from '#contract/admin/money-lists.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { retryRefund, settleRefundOutside } from '#contract/admin/retry-or-settle-refund.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { checkBooksNow } from './check-books.ts';
import { listDisputes } from './list-disputes.ts';
import { listHeldPools, readHeldPool } from './list-held.ts';
import { listMovements, readMovement } from './list-movements.ts';
import { readDispute } from './read-dispute.ts';
import { readMoney, readMoneyDays } from './read-money.ts';
import { reconcileNow } from './reconcile-now.ts';
import { refundCharge } from './refund-charge.ts';
import { retryFailedRefund } from './retry-failed-refund.ts';
import { settleOutside } from './settle-outside.ts';
import { submitDisputeEvidence } from './submit-dispute-evidence.ts';

export function bookkeepingRoutes(context: MoneyContext, invariants: readonly Invariant[]): Route[] {
  const reconciling = context.limits.limiter('reconcile', { points: 6, perMs: 60_000 });
  const checking = context.limits.limiter('check books', { points: 6, perMs: 60_000 });
  return [
    route(contract.getAdminMoney, () => readMoney(context)),
    route(contract.getMoneyDays, () => readMoneyDays(context)),
    route(lists.listMovements, ({ query }) => listMovements(context, query)),
    route(lists.getMovement, ({ params }, request) => readMovement(context, params.id, signedIn(request).userId)),
    route(refundPayment, ({ params, body }, request) => refundCharge(context, adminOf(request), params.id, body)),
    route(retryRefund, ({ params, body }, request) =>
      retryFailedRefund(context, adminOf(request), params.id, body.attempt),
    ),
    route(settleRefundOutside, ({ params, body }, request) =>
      settleOutside(context, adminOf(request), params.id, body),
    ),
    route(disputes.listDisputes, ({ query }) => listDisputes(context, query)),
    route(disputes.getDispute, ({ params }, request) => readDispute(context, params.id, signedIn(request).userId)),
    route(disputes.submitEvidence, ({ params }, request) =>
      submitDisputeEvidence(context, adminOf(request), params.id),
    ),
    route(lists.listHeldPools, ({ query }) => listHeldPools(context, query)),
    route(lists.getHeldPool, ({ params }) => readHeldPool(context, params.id)),
    route(contract.reconcileNow, async (_input, request) => {
      await reconciling.consume(signedIn(request).userId);
      return reconcileNow(context, adminOf(request));
    }),
    route(contract.checkBooks, async (_input, request) => {
      await checking.consume(signedIn(request).userId);
      return checkBooksNow(context, adminOf(request), invariants);
    }),
  ];
}

const adminOf = (request: RequestContext): MoneyAdmin => ({ actor: signedIn(request), ip: request.ip });
