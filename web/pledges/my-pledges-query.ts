import { listBackedPools, listMyPledges } from '#contract/calls/pledges.ts';
import { live, optional, query } from '#web/data/query.ts';

/** All pledges of the signed-in fan, latest first. */
export const myPledges = optional(live(query(listMyPledges)));

/** The newest pledges that are live, for the row on the feed. */
export const backedPools = optional(live(query(listBackedPools)));
