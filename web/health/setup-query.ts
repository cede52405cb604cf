import { getSetup } from '#contract/admin/setup.ts';
import { optional, query } from '#web/data/query.ts';

export const setupQuery = optional(query(getSetup));
