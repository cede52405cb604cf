import { limits } from '#contract/limits.ts';
import { paths, requestPath, tipPoolPath, workPath } from '#contract/paths.ts';
import { isLifecycleReason } from '#server/pools/pool-lifecycle.ts';
import type { PoolRow } from './audience.sql.ts';

/** What one person is told, in the app and by mail. */
export interface Notice {
  kind: string;
  title: string;
  body: string;
  /** A path of our own. */
  href: string;
  action: string;
  facts?: [string, string][];
  /** In-app only; no mail. */
  quiet?: boolean;
  /** Pushed to devices that ask for it, and for how long it is worth that. */
  push?: { ttlMs: number; urgency: 'normal' | 'high' };
}

const dayMs = 24 * 60 * 60 * 1000;
/** Waits for money, until the next reminder. */
export const paymentDuePush = { ttlMs: 2 * dayMs, urgency: 'high' } as const;
/** Good news that keeps. */
export const deliveryPush = { ttlMs: 3 * dayMs, urgency: 'normal' } as const;

/** An address says the title and the creator, which an adult pool's must not in a mail: that one goes by its id. */
export const pathOfPool = (pool: PoolRow) =>
  pool.adult ? `/pool/${pool.id}` : tipPoolPath(pool.creatorUsername ?? pool.ownerUsername, pool.slug);

/** Where the creator answers the pool's request. */
export const requestLink = (pool: PoolRow) => ({ href: requestPath(pool.id), action: 'Answer this request' });

/** Where the creator sees the pool among their work. */
export const workLink = (pool: PoolRow) => ({ href: workPath(pool.id), action: 'Open your dashboard' });

/** The pool's page for a person who has no part in the pool; a removed pool has none for them. */
export const publicPoolLink = (pool: PoolRow, anchor = '') =>
  pool.status === 'removed'
    ? { href: paths.notifications, action: 'Open your notifications' }
    : { href: `${pathOfPool(pool)}${anchor}`, action: 'Open the pool' };

/** Adult words never reach a mail or a notice: whoever passes the age gate reads them on the page. */
export const nameOfPool = (pool: PoolRow) => (pool.adult ? 'an adult pool' : `“${pool.title}”`);

export const creatorOf = (pool: PoolRow, unnamed = 'the creator') =>
  pool.adult ? unnamed : (pool.creatorName ?? unnamed);

/** A person's reason; for an adult pool it stays on the pool's page. The lifecycle's own reasons are told in the notice's words. */
export const reasonSentence = (pool: PoolRow, reason: string | null) =>
  reason && !pool.adult && !isLifecycleReason(reason) ? ` The reason given: ${reason}` : '';

/** The beginning of a direct message, as the app's own toast shows it. */
export function previewOf(content: string): string {
  const letters = [...content.replace(/\s+/g, ' ')];
  const { previewChars } = limits.chat;
  return letters.length > previewChars ? `${letters.slice(0, previewChars).join('')}…` : letters.join('');
}

const excerptMax = 140;

/** Somebody's words as a notice quotes them: on one line, and not all of a long text. */
export function excerptOf(content: string): string {
  const flat = content.replace(/\s+/g, ' ');
  return `“${flat.length > excerptMax ? `${flat.slice(0, excerptMax - 1).toWellFormed()}…` : flat}”`;
}
