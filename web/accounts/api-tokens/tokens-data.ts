import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listTokens } from '#contract/calls/tokens.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { optional, query } from '#web/data/query.ts';

/** Programs use tokens at any time. */
export const myTokens = { ...optional(query(listTokens)), staleTime: 10_000 };

const change = (queries: QueryClient, edit: (tokens: readonly ApiToken[]) => ApiToken[]) =>
  queries.setQueryData(myTokens.queryKey, (tokens: ApiToken[] | undefined) => edit(tokens ?? []));

/** Functions that change the list before the server is asked again. */
export function useTokenList() {
  const queries = useQueryClient();
  return {
    add: (token: ApiToken) => change(queries, (tokens) => [token, ...tokens]),
    remove: (id: string) => change(queries, (tokens) => tokens.filter((token) => token.id !== id)),
  };
}
