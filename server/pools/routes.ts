import * as claims from '#contract/claims.ts';
import * as creators from '#contract/creators/creators.ts';
import { appError } from '#contract/errors.ts';
import { listMyPools as listMineEndpoint } from '#contract/pledges/my-pools.ts';
import * as contract from '#contract/pools/pools.ts';
import { fanArtSvg, parseFanArtUrl } from '#contract/values/fan-art.ts';
import { listCategories } from '#server/creators/categories.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import {
  type RawRoutes,
  type RequestContext,
  type Route,
  route,
  signedIn,
} from '#server/platform/http/request-context.ts';
import { claimPool } from '#server/pools/claims/claim-pool.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { cancelPool } from '#server/pools/lifecycle/cancel-pool.ts';
import { createPool } from './create-pool.ts';
import { editPool } from './edit-pool.ts';
import { declinePool, giveUpPool, proceedWithPool } from './lifecycle/answer-as-creator.ts';
import { listMyPools } from './list-my-pools.ts';
import { resolvePool } from './resolve-pool.ts';
import { readPool, showPool } from './show-pool.ts';

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

/** Draws the default pictures of pools. A URL always returns the same drawing. */
export const fanArtRoutes: RawRoutes = (app) => {
  app.get<{ Params: { file: string }; Querystring: { h?: string; n?: string } }>('/art/:file', (request, reply) => {
    const art = parseFanArtUrl(request.params.file, request.query);
    if (!art) throw appError('not_found');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml')
      .send(fanArtSvg(art));
  });
};
