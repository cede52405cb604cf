import { listMyPledges } from '#contract/pledges.ts';
import { optional, query } from '#web/data/query.ts';

/** All my pledges, the latest first. */
export const myPledges = optional(query(listMyPledges));
