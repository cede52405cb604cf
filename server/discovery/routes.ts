import * as creatorPools from '#contract/creators/creator-pools.ts';
import * as pools from '#contract/pools/pools.ts';
import * as search from '#contract/search.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listCreatorPools } from './list-creator-pools.ts';
import { countPools, listPools } from './list-pools.ts';
import { searchEverything } from './search-everything.ts';

export function discoveryRoutes(context: Platform): Route[] {
  return [
    route(pools.listPools, ({ query }, request) => listPools(context, request, query)),
    route(pools.countPools, (_input, request) => countPools(context, request)),
    route(creatorPools.listCreatorPools, ({ params, query }, request) =>
      listCreatorPools(context, request, params.username, query),
    ),
    route(search.searchEverything, ({ query }, request) => searchEverything(context, request, query.q)),
  ];
}
