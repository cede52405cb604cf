import { z } from 'zod';

export const pagination = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  totalCount: z.number().int(),
  totalPages: z.number().int(),
});

/** For lists of millions: counting stops at ten thousand. Then `isTotalCapped` is true and later pages are empty; filters reach the rest. */
export const cappedPagination = pagination.extend({ isTotalCapped: z.boolean() });

export const pageNumber = z.coerce.number<number | string>().int().min(1).max(1_000_000).default(1);

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
