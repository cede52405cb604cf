import { z } from 'zod';

/** An ISO time with an offset, within the years 1 to 9999 in UTC: PostgreSQL doesn't read the others in the form that the driver sends. */
export const instant = (error?: string) =>
  z.iso.datetime({ offset: true, error }).refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, error);
