import { z } from 'zod';

/**
 * The version of the fields that an edit replaces, as the caller read it. The server refuses an edit of another version with `conflict`,
 * which contains the saved values. Without a version, the last edit wins, on the fields that it sends.
 */
export const editVersion = z.string().max(100).optional();
