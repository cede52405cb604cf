import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { pageNumber } from '#contract/pools/pools.ts';
import { adminPagination } from '#contract/values/paging.ts';
import { tidyText } from '#contract/values/tidy-text.ts';

const byTime = ['newest', 'oldest'] as const;
/** The query of admin lists. Without `status` it matches every status. `sorts` are further orders. */
export const adminQuery = <const Status extends string, const Sort extends string = never>(
  statuses: readonly Status[],
  sorts: readonly Sort[] = [],
) =>
  z.object({
    search: z.string().max(200).optional(),
    status: z.enum([...statuses, '']).optional(),
    // The compiler cannot see that a generic enum holds this value.
    sort: z.enum([...byTime, ...sorts]).default('newest' as never),
    page: pageNumber,
  });
export const decisionReason = z
  .string({ error: () => t`Reason is required` })
  .overwrite(tidyText)
  .min(limits.reason.min, { error: () => t`Reason is required` })
  .max(limits.reason.max, { error: () => t`Reason must be 500 characters or less` });
export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), pagination: adminPagination });
