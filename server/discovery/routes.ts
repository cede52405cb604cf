import * as creatorPools from '#contract/creators/creator-pools.ts';
import * as pools from '#contract/pools.ts';
import * as search from '#contract/search.ts';
import { publicRoute } from '#server/platform/http/public-reads.ts';
import type { Route } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countPools } from './count-pools.ts';
import { listCreatorPools } from './list-creator-pools.ts';
import { listPools } from './list-pools.ts';
import { searchEverything } from './search-everything.ts';

export function discoveryRoutes(context: Platform): Route[] {
  return [
    publicRoute(context, pools.listPools, (reader, { query }, request) => listPools(reader, request, query)),
    publicRoute(context, pools.countPools, (reader, _input, request) => countPools(reader, request)),
    publicRoute(context, creatorPools.listCreatorPools, (reader, { params, query }, request) =>
      listCreatorPools(reader, request, params.username, query),
    ),
    publicRoute(context, search.searchEverything, (reader, { query }, request) =>
      searchEverything(reader, request, query.q),
    ),
  ];
}
