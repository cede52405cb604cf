import { useQueryClient } from '@tanstack/react-query';
import { getInterests } from '#contract/calls/accounts.ts';
import type { Interests } from '#contract/interests.ts';
import { optional, query } from '#web/data/query.ts';

/** The person's interests, and whether the home page still asks for them. */
export const myInterests = optional(query(getInterests));

/** Returns a function that stores the changed interests for every part of the page. */
export function useStoreInterests(): (interests: Interests) => void {
  const queries = useQueryClient();
  return (interests) => queries.setQueryData(myInterests.queryKey, interests);
}
