import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/values/field-schemas.ts';

/** The news that the creator got about the pool of a pledge, for its fan. */
const creatorNews = z.object({
  /**
   * `claimed`: the pool has a creator who can accept it; `unclaimed`: it asks a profile that no one has claimed; `unassigned`: that claim
   * does not give the pool to the creator yet; `none`: it asks no one.
   */
  creator: z.enum(['claimed', 'unclaimed', 'unassigned', 'none']),
  /** When the creator first got a notice about the pool; null if they got none. */
  toldAt: z.iso.datetime().nullable(),
  /** Whether the creator's daily summary of new backers will have the pledge. */
  hearsOfPledge: z.boolean(),
  /** Whether the creator can find the pool on their dashboard and answer it: they are not suspended, and the pool is not frozen. */
  canAnswer: z.boolean(),
});
export type CreatorNews = z.infer<typeof creatorNews>;

export const getCreatorNews = endpoint({
  method: 'GET',
  path: '/api/pledges/:id/creator-news',
  summary: 'Get whether the creator was told about the pool of one of my pledges, and hears about the pledge',
  who: 'user',
  params: z.object({ id: uuid }),
  output: creatorNews,
});
