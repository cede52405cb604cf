import { listSavedCards } from '#contract/pledges/pledges.ts';
import { optional, query } from '#web/data/query.ts';

export const savedCards = optional(query(listSavedCards));
