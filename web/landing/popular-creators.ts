import { listCreators } from '#contract/creators/creators.ts';
import { optional, query } from '#web/data/query.ts';

export const popularCreators = optional(query(listCreators, { query: { featured: 'true' } }));
