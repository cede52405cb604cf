import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** A column that the comments module adds to the list of updates; `x` is the update's row. */
    'update.is_liked': (sql: Connection, viewerId: string | null) => Fragment;
  }
}
