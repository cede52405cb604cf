import { z } from 'zod';
import { flag } from '#contract/values/paging.ts';
import { limits } from '../limits.ts';

const cents = z.coerce.number<number | string>().int().min(1).max(limits.goalCents.max);

/** The filters of the feed besides its categories. They narrow a search, too. */
export const feedFilters = {
  /** Only pools that any verified creator can take: they name no creator, no one has taken them, and they accept pledges. */
  anyCreator: flag.optional(),
  /** Only pools whose goal, in cents, is in this range, bounds included. */
  minGoal: cents.optional(),
  maxGoal: cents.optional(),
  /** Only pools that still raise money for their goal and have at most this many days until their deadline. */
  maxDays: z.coerce.number<number | string>().int().min(1).max(limits.fundingDays.max).optional(),
};
