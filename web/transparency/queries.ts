import { getTransparency } from '#contract/calls/site.ts';
import { query } from '#web/data/query.ts';

/** The ledger's key and its newest root. */
export const transparencyQuery = query(getTransparency);
