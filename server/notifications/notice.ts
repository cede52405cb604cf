import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import type { NoticeKind } from '#contract/notifications.ts';
import { paths, requestPath, workPath } from '#contract/paths.ts';
import { reasonText } from '#contract/pools/end-reasons.ts';
import { poolIdPath, tipPoolPath } from '#contract/pools/pool-path.ts';
import { poolShareImage } from '#contract/sharing.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import { startOfText } from '#contract/values/start-of-text.ts';
import { fullDate } from '#contract/values/time.ts';
import { isLifecycleReason } from '#server/pools/lifecycle/end-reasons.ts';
import type { PoolRow } from './notice-pools.sql.ts';

/** One person's notice, for the app, mail and push, in the person's language. */
export interface Notice {
  kind: NoticeKind;
  title: Text;
  body: Text;
  /** A path on this site. */
  href: string;
  action: Text;
  /** The pool that the notice is about, for its picture. */
  poolId?: string;
  /** The person whose act the notice reports, for their picture. Never an anonymous fan. */
  personId?: string;
  facts?: [Text, Text][];
  /** The picture of the email: a path on this site, and its text where pictures are blocked. */
  picture?: { path: string; alt: Text };
  meter?: { share: number; text: Text };
  /** An amount in large type, in the email. */
  figure?: { amount: Text; label: Text };
  /** The next steps, numbered, in the email. */
  steps?: Text[];
  /** True for notices that are only mailed. */
  mailOnly?: boolean;
  /** True for notices that are never mailed. */
  quiet?: boolean;
  /** Also push it to subscribed devices. `ttlMs` is how long the push stays useful. */
  push?: { ttlMs: number; urgency: 'normal' | 'high' };
}

const dayMs = 24 * 60 * 60 * 1000;
/** For due payments. The push expires when the next reminder comes. */
export const paymentDuePush = { ttlMs: 2 * dayMs, urgency: 'high' } as const;
/** For deliveries, which are not urgent. */
export const deliveryPush = { ttlMs: 3 * dayMs, urgency: 'normal' } as const;

/** The canonical path contains the title and the creator. Emails must not show those of an adult pool, so its path uses the id. */
export const pathOfPool = (pool: PoolRow) =>
  pool.adult ? poolIdPath(pool.id) : tipPoolPath(pool.creatorUsername ?? pool.ownerUsername, pool.slug);

/** Link to the pool. */
export const poolLink = (pool: PoolRow) => ({ href: pathOfPool(pool), poolId: pool.id, action: t`Open the pool` });

/** Link to the page where the creator answers the request. */
export const requestLink = (pool: PoolRow) => ({
  href: requestPath(pool.id),
  poolId: pool.id,
  action: t`Answer the request`,
});

/** Link to the pool on the creator's dashboard. */
export const workLink = (pool: PoolRow) => ({
  href: workPath(pool.id),
  poolId: pool.id,
  action: t`Open your dashboard`,
});

/** Link to the public pool page. Removed pools have none, so their link leads to the notifications page. */
export const publicPoolLink = (pool: PoolRow, within = (path: string) => path) =>
  pool.status === 'removed'
    ? { href: paths.notifications, action: t`Open your notifications` }
    : { ...poolLink(pool), href: within(pathOfPool(pool)) };

/**
 * Emails and notices never contain adult titles; the page shows them after the age gate. The date tells a person's adult pools apart. The
 * name is in quotes like a title, because words would have to change with the sentence in many languages.
 */
export const nameOfPool = ({ title, adult, createdAt }: Pick<PoolRow, 'title' | 'adult' | 'createdAt'>): Text =>
  t`“${{ title: adult ? t`Adult pool from ${{ date: fullDate(createdAt) }}` : title }}”`;

/** For a text that may begin with what a person wrote. */
export const capitalized = (text: Text): Text => verbatim(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);

/** The creator's name; null for adult pools and for a creator without one. Their texts say “the creator”, as whole sentences. */
export const creatorOf = ({ adult, creatorName }: PoolRow): Text | null =>
  adult || creatorName === null ? null : verbatim(creatorName);

/**
 * The pool's picture and its meter, for emails. The share picture is a JPEG that other sites and mail programs may show. Adult pools have
 * no picture.
 */
export function pictureAndMeter(pool: PoolRow): Pick<Notice, 'picture' | 'meter'> {
  const { id, title, goalCents, pledgedCents, paidCents, fanCount } = pool;
  const text = t`${{ pledged: formatMoney(pledgedCents) }} of ${{ goal: formatMoney(goalCents) }} · ${{ percentage: percentageText(pledgedCents, goalCents) }} · ${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`;
  const meter = { share: fillOf(pledgedCents, goalCents), text };
  if (pool.adult) return { meter };
  const path = poolShareImage({ id, pledgedAmount: pledgedCents, currentAmount: paidCents });
  return { meter, picture: { path, alt: t`The picture of “${{ title }}”` } };
}

/** Ends a person's words with a period if nothing ends them yet, so that another sentence can follow. */
export const asSentence = (words: string): string => (/[.!?…]["'”’)]?$/u.test(words) ? words : `${words}.`);

/** The reason that a person gave, as a sentence. */
export const givenReason = (reason: string): Text => t`Reason: ${{ reason: asSentence(reason) }}`;

/**
 * As `givenReason`, for a pool that moved. Empty for adult pools, whose page shows it, and for reasons that the lifecycle itself
 * set, which the notice explains.
 */
export const reasonSentence = (pool: PoolRow, reason: string | null): Text | '' =>
  reason && !pool.adult && !isLifecycleReason(reason) ? givenReason(reasonText(reason)) : '';

const excerptMax = 140;

/** Quotes a text on one line, at most `max` characters. */
export function excerptOf(content: string, max = excerptMax): Text {
  const flat = content.replace(/\s+/g, ' ');
  return t`“${{ excerpt: flat.length > max ? `${startOfText(flat, max - 1)}…` : flat }}”`;
}
