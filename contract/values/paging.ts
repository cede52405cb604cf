import { z } from 'zod';

export const pagination = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  totalCount: z.number().int(),
  totalPages: z.number().int(),
});

/** Large admin lists stop counting at `limits.adminCountMax`; the rest is reached by a search or a filter. */
export const adminPagination = pagination.extend({
  /** There are more entries than `totalCount`. */
  countIsCapped: z.boolean().optional(),
});

export const pageNumber = z.coerce.number<number | string>().int().min(1).max(1_000_000).default(1);

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
