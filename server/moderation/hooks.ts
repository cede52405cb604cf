import type { Connection } from '#server/platform/postgres/db.ts';

/** The number of entries of an admin list in one status. */
export interface ListCount {
  list: string;
  status: string;
  count: number;
}

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Counts the entries of the admin lists of later modules, each up to `max`. */
    'admin.counts': (sql: Connection, max: number) => Promise<ListCount[]>;
  }
}
