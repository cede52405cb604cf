import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const key = ['device-choices', null] as const;

/** What was switched on when the server drew the page: travels with what it has read. */
export function setFirstChoices(queries: QueryClient, on: readonly string[]): void {
  if (on.length > 0) queries.setQueryData(key, on);
}

/** For the first render in the browser, which has to be the server's. */
export function useFirstChoice(name: string): boolean {
  return useQueryClient().getQueryData<readonly string[]>(key)?.includes(name) ?? false;
}
