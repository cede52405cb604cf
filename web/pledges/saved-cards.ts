import { listSavedCards } from '#contract/calls/pledges.ts';
import { optional, query } from '#web/data/query.ts';

export const savedCards = optional(query(listSavedCards));
