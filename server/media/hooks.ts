import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /**
     * Part of a query: the rows that show an image, as `adult` (for adults only) and `owner_id` (whose it is). `image` holds the
     * expressions for its id and its URL. Media keeps an image that has such rows.
     */
    'image.uses': (sql: Connection, image: { id: Fragment; url: Fragment }) => Fragment;
    /** Part of a query: the rows that need an uploaded file after its owner has left. */
    'upload.uses': (sql: Connection, uploadId: Fragment) => Fragment;
    /** Whether this person may upload files for this pool. */
    'upload.is_allowed_for_pool': (sql: Connection, upload: { poolId: string; ownerId: string }) => Promise<boolean>;
  }
}
