import { z } from 'zod';

/**
 * An id in lower case, as PostgreSQL spells it, because operations compare ids as strings. Separate from ids.ts, which pages load without
 * Zod.
 */
export const uuid = z.uuid().toLowerCase();
