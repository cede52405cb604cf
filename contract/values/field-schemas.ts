import { z } from 'zod';
import type { Text } from '#contract/language/text.ts';

/**
 * An id in lower case, as PostgreSQL spells it, because operations compare ids as strings. Separate from ids.ts, which pages load without
 * Zod.
 */
export const uuid = z.uuid().toLowerCase();

/** An ISO time with an offset, within the years 1 to 9999 in UTC: PostgreSQL doesn't read the others in the form that the driver sends. */
export const instant = (error?: () => Text) =>
  z.iso.datetime({ offset: true, error }).refine(
    (text) => {
      const year = new Date(text).getUTCFullYear();
      return year >= 1 && year <= 9999;
    },
    { error },
  );

/**
 * The version of the fields that an edit replaces, as the caller read it. The server refuses an edit of another version with `conflict`,
 * which contains the saved values. Without a version, the last edit wins, on the fields that it sends.
 */
export const editVersion = z.string().max(100).optional();
