import { getSetup } from '#contract/calls/admin.ts';
import { optional, query } from '#web/data/query.ts';

export const setupQuery = optional(query(getSetup));
