import * as contract from '#contract/transparency.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { proveConsistency } from './prove-consistency.ts';
import { provePayment } from './prove-payment.ts';
import { listRoots, readTransparency } from './read-roots.ts';

export function transparencyRoutes(context: Platform): Route[] {
  return [
    route(contract.getTransparency, () => readTransparency(context)),
    route(contract.listLedgerRoots, ({ query }) => listRoots(context, query)),
    route(contract.getConsistency, ({ query }) => proveConsistency(context, query)),
    route(contract.getPaymentProof, ({ params }, request) =>
      provePayment(context, signedIn(request).userId, params.id),
    ),
  ];
}
