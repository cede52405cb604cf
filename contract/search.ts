import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { creatorSummary } from './creators.ts';
import { endpoint } from './endpoint.ts';
import { poolCard } from './pools.ts';

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'The best few pools, creators and, for who is signed in, people; from 2 characters, slips forgiven',
  who: 'anyone',
  query: z.object({ q: z.string().trim().max(200).default('') }),
  output: z.object({
    pools: z.array(poolCard),
    /** Of all pools that match; estimated where they are thousands. */
    poolCount: z.number().int(),
    creators: z.array(creatorSummary),
    people: z.array(userSummary),
  }),
});
