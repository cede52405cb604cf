import * as claims from '#contract/claims.ts';
import * as creators from '#contract/creators/creators.ts';
import { listMyPools as listMineEndpoint } from '#contract/pledges/my-pools.ts';
import * as contract from '#contract/pools/pools.ts';
import { listCategories } from '#server/creators/list-categories.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { claimPool } from '#server/pools/claims/claim-pool.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { cancelPool } from '#server/pools/lifecycle/cancel-pool.ts';
import { declinePool } from '#server/pools/lifecycle/decline-pool.ts';
import { giveUpPool } from '#server/pools/lifecycle/give-up-pool.ts';
import { proceedWithPool } from '#server/pools/lifecycle/proceed-with-pool.ts';
import { createPool } from './create-pool.ts';
import { editPool } from './edit-pool.ts';
import { listMyPools } from './list-my-pools.ts';
import { readPool } from './read-pool.ts';
import { resolvePool } from './resolve-pool.ts';
import { showPool } from './show-pool.ts';

export function poolRoutes(context: MoneyContext): Route[] {
  /** The pool after a change, as the caller may see it. */
  const after = async (change: Promise<string>, request: RequestContext) => showPool(context, request, await change);
  return [
    route(creators.listCategories, () => listCategories(context)),
    route(listMineEndpoint, ({ query }, request) =>
      listMyPools(context, signedIn(request), { ...query, seesAdult: request.seesAdult }),
    ),
    route(contract.resolvePool, ({ query }, request) => resolvePool(context, request, query.path)),
    route(contract.getPool, ({ params }, request) => readPool(context, request, params.id)),
    route(contract.createPool, ({ body }, request) => createPool(context, signedIn(request), body)),
    route(contract.editPool, ({ params, body }, request) => editPool(context, signedIn(request), params.id, body)),
    route(contract.cancelPool, ({ params, body }, request) =>
      after(cancelPool(context, signedIn(request), request.ip, { key: params.id, reason: body.reason }), request),
    ),
    route(contract.acceptPool, ({ params, body }, request) =>
      after(acceptPool(context, signedIn(request), params.id, body), request),
    ),
    route(contract.declinePool, ({ params, body }, request) =>
      after(declinePool(context, signedIn(request), params.id, body.reason), request),
    ),
    route(contract.proceedWithPool, ({ params }, request) =>
      after(proceedWithPool(context, signedIn(request), params.id), request),
    ),
    route(contract.giveUpPool, ({ params }, request) =>
      after(giveUpPool(context, signedIn(request), params.id), request),
    ),
    route(claims.claimPool, ({ params, body }, request) => claimPool(context, signedIn(request), params.id, body)),
  ];
}
