import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

/** The signed-in viewer; null for a visitor. */
type ViewerId = string | null;

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /**
     * Whether the processor that would charge the cards of a locked pool can pay its creator out. The pools module answers it itself,
     * because most callers of the lifecycle know no card processor.
     */
    'pool.is_creator_payable': (tx: Tx, pool: Pick<PoolRow, 'assignedCreatorId' | 'adult'>) => Promise<boolean>;
    /** The number of pledges that may still be charged, and how many of them the processor may still charge: by a charge or an open page. */
    'pool.open_charges': (tx: Tx, poolId: string) => Promise<{ chargesOpen: number; chargesInFlight: number }>;
    /**
     * Settles what fans did on the card processor's pages until a deadline that has passed, and closes pages that could still take money.
     * Runs outside of a transaction. Throws `card_processor_unavailable` while an outcome is unknown.
     */
    'pool.settle_pages': (poolId: string) => Promise<void>;
    /** Whether anyone but this person has a live or paid pledge to the pool. */
    'pool.has_other_pledges': (tx: Tx, poolId: string, userId: string) => Promise<boolean>;
    /** The number of open objections to a pool's delivery, and of its withheld deliveries. */
    'pool.open_objections': (tx: Tx, poolId: string) => Promise<number>;
    /** Columns that later modules add to the pool page's query, one expression each; `p` is the pool's row. */
    'pool_page.recent_fans': (sql: Connection) => Fragment;
    'pool_page.at_end': (sql: Connection) => Fragment;
    'pool_page.my_pledge': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.has_access': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.delivery_withheld': (sql: Connection) => Fragment;
    'pool_page.update_count': (sql: Connection) => Fragment;
    'pool_page.is_liked': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.is_saved': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.gets_news': (sql: Connection, viewerId: ViewerId) => Fragment;
  }
}
