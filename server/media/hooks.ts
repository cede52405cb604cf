import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /**
     * Returns a subquery of the rows that use a picture, with the columns `adult`, `owner_id`, `readable` (whether the viewer may see
     * the picture there, or null if everyone may) and `private` (whether an admin may see it there only if `readable` says so). `image` holds the SQL expressions of the picture's id and URL; the viewer is null for a
     * visitor. The media module keeps a picture that has such rows.
     */
    'image.uses': (sql: Connection, image: { id: Fragment; url: Fragment; viewerId: string | null }) => Fragment;
    /** Returns a subquery of the rows that need an uploaded file even after its owner's account is deleted. */
    'upload.uses': (sql: Connection, uploadId: Fragment) => Fragment;
    /** Returns whether this person may upload files for this pool. */
    'upload.is_allowed_for_pool': (sql: Connection, upload: { poolId: string; ownerId: string }) => Promise<boolean>;
  }
}
