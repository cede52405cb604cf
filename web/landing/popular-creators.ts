import { listCreators } from '#contract/calls/creators.ts';
import { optional, query } from '#web/data/query.ts';

export const popularCreators = optional(query(listCreators, { query: { featured: 'true' } }));
