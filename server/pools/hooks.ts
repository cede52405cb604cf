import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** The signed-in person who opens the page; null for a visitor. */
type ViewerId = string | null;

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Pledges of a pool that may still be charged, and those of them whose charge has an unknown outcome. */
    'pool.open_charges': (tx: Tx, poolId: string) => Promise<{ chargesOpen: number; chargesInFlight: number }>;
    /** Whether anyone but this person has promised or paid money in a pool. */
    'pool.has_other_pledges': (tx: Tx, poolId: string, userId: string) => Promise<boolean>;
    /** How many objections to the delivery of a pool are open. */
    'pool.open_objections': (tx: Tx, poolId: string) => Promise<number>;
    /** Columns of the pool page, one expression each. `p` is the row of the pool, so that the page is one statement. */
    'pool_page.recent_fans': (sql: Connection) => Fragment;
    'pool_page.my_pledge': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.has_access': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.is_liked': (sql: Connection, viewerId: ViewerId) => Fragment;
  }
}
