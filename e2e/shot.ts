import type { Page } from 'playwright-core';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Role } from './screens.ts';

/** Paths and ids from the demo data. */
export interface Targets {
  /** The path of a pool in this state. */
  pool(status: PoolStatus): string;
  /** A pledge of the person whose payment is due. */
  duePledge: string;
  paidPledge: string;
  /** A pledge that counts in a pool that still fills up. */
  openPledge: string;
  /** A pledge whose fan left the card page. */
  unsavedPledge: string;
  /** A pledge to a pool that its creator was told about. */
  toldPledge: string;
  creator: string;
  unclaimedCreator: string;
  /** The demo creator's own pools. */
  request: string;
  work: string;
  /** The card processor's page, opened by the person who owes. */
  checkout: string;
}

export interface Shot {
  name: string;
  path: (targets: Targets) => string;
  /** "debtor" is a fan whose card has insufficient funds. */
  who: readonly (Role | 'debtor')[];
  /** Brings the page into the state of the screenshot. */
  prepare?: (page: Page) => Promise<void>;
  /** Only at these widths. */
  widths?: readonly number[];
}

export const shotWidths: readonly number[] = [390, 768, 1440];
