import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgePermissions } from '#contract/pledges/pledge-view.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import type { Owned } from './policy.ts';
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
    /** The actions that a fan may take on their pledge to the pool now. */
    'pool.pledge_permissions': (
      pledge: { status: PledgeStatus; due: boolean; fanSuspended: boolean },
      pool: Pick<PoolRow, 'status' | 'frozen'> & {
        overdue: boolean;
        creatorSuspended: boolean;
        takesLatePledges: boolean;
      },
    ) => PledgePermissions;
    /** Whether the person may post updates of the pool now. */
    'pool.may_post_updates': (actor: Actor, pool: Owned & Pick<PoolRow, 'frozen'>) => boolean;
    /** Whether the person may report content of this author. */
    'pool.may_report': (actor: Actor, authorId: string | null) => boolean;
    /** The number of open objections to a pool's delivery, and of its withheld deliveries. */
    'pool.open_objections': (tx: Tx, poolId: string) => Promise<number>;
    /**
     * The columns `pledged_cents` and `fan_count` of the pool `p` as people see them, and their join: of live pledges, or of those that its
     * end released or refunded.
     */
    'pool.shown_figures': (sql: Connection) => { columns: Fragment; join: Fragment };
    /** Columns that later modules add to the pool page's query, one expression each; `p` is the pool's row. */
    'pool_page.recent_fans': (sql: Connection) => Fragment;
    'pool_page.at_end': (sql: Connection) => Fragment;
    /** Why the pool takes no pledge of the viewer now (`PledgeRefusal`); null when it takes one, or may take one of a visitor. */
    'pool_page.pledge_refusal': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.takes_late_pledges': (sql: Connection) => Fragment;
    /** Whether anyone but its owner has promised or paid money in the pool. */
    'pool_page.others_pledged': (sql: Connection) => Fragment;
    'pool_page.my_pledge': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.has_access': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.delivery_withheld': (sql: Connection) => Fragment;
    'pool_page.update_count': (sql: Connection) => Fragment;
    'pool_page.is_liked': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.is_saved': (sql: Connection, viewerId: ViewerId) => Fragment;
    'pool_page.gets_news': (sql: Connection, viewerId: ViewerId) => Fragment;
  }
}
