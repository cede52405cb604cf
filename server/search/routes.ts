import * as contract from '#contract/search.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route } from '#server/platform/http.ts';
import { searchEverything } from './search-everything.ts';

export function searchRoutes(context: MoneyContext): Route[] {
  return [route(contract.searchEverything, ({ query }, request) => searchEverything(context, request, query.q))];
}
