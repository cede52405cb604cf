import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { creatorSummary } from './creators/creators.ts';
import { endpoint } from './endpoint.ts';
import { poolCard } from './pools/pools.ts';

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Find the best few pools, creators and, for signed-in callers, people; from 2 characters, forgives typos',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({ q: z.string().trim().max(200).default('') }),
  output: z.object({
    pools: z.array(poolCard),
    /** The number of matching pools; an estimate for thousands. */
    poolCount: z.number().int(),
    creators: z.array(creatorSummary),
    people: z.array(userSummary),
  }),
});
