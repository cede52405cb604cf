import { localized } from '#contract/language/localized-path.ts';
import { currentLocale, sentences, t, verbatim } from '#contract/language/text.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { poolShareImage } from '#contract/sharing.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { xmlHead, xmlText } from './xml.ts';

export interface Feed {
  title: string;
  description: string;
  /** The origin of all URLs. */
  publicUrl: string;
  /** The path of the page with the same pools. */
  pagePath: string;
  /** The path of the feed. */
  selfPath: string;
  pools: readonly PoolCard[];
}

const about = (pool: PoolCard) =>
  sentences(
    t`${{ pledged: formatMoney(pool.pledgedAmount) }} pledged of ${{ goal: formatMoney(pool.fundingGoal) }} (${{ percentage: percentageText(pool.pledgedAmount, pool.fundingGoal) }}).`,
    verbatim(pool.description),
  );

const authorOf = (pool: PoolCard) => pool.creator.displayName ?? pool.creator.username;

const newest = (pools: readonly PoolCard[]) => pools[0]?.createdAt ?? '2026-01-01T00:00:00.000Z';

function rssItem(pool: PoolCard, publicUrl: string): string {
  const link = xmlText(publicUrl + localized(pool.canonicalPath));
  const picture = xmlText(publicUrl + poolShareImage(pool));
  return [
    '<item>',
    `<title>${xmlText(pool.title)}</title><link>${link}</link>`,
    `<guid isPermaLink="false">urn:uuid:${pool.id}</guid>`,
    `<pubDate>${new Date(pool.createdAt).toUTCString()}</pubDate>`,
    `<dc:creator>${xmlText(authorOf(pool))}</dc:creator>`,
    ...pool.categories.map(({ category }) => `<category>${xmlText(category.name)}</category>`),
    `<description>${xmlText(about(pool))}</description>`,
    `<media:content url="${picture}" medium="image" type="image/jpeg" width="1200" height="630"/>`,
    '</item>',
  ].join('');
}

/** RSS 2.0. */
export function writeRss({ title, description, publicUrl, pagePath, selfPath, pools }: Feed): string {
  return [
    xmlHead,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    `<title>${xmlText(title)}</title><link>${xmlText(publicUrl + pagePath)}</link>`,
    `<description>${xmlText(description)}</description><language>${currentLocale()}</language>`,
    `<lastBuildDate>${new Date(newest(pools)).toUTCString()}</lastBuildDate>`,
    `<atom:link href="${xmlText(publicUrl + selfPath)}" rel="self" type="application/rss+xml"/>`,
    ...pools.map((pool) => rssItem(pool, publicUrl)),
    '</channel></rss>',
  ].join('');
}

function atomEntry(pool: PoolCard, publicUrl: string): string {
  return [
    '<entry>',
    `<id>urn:uuid:${pool.id}</id><title>${xmlText(pool.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xmlText(publicUrl + localized(pool.canonicalPath))}"/>`,
    `<published>${pool.createdAt}</published><updated>${pool.createdAt}</updated>`,
    `<author><name>${xmlText(authorOf(pool))}</name></author>`,
    ...pool.categories.map(({ category }) => `<category term="${xmlText(category.name)}"/>`),
    `<summary>${xmlText(about(pool))}</summary>`,
    '</entry>',
  ].join('');
}

/** Atom 1.0 (RFC 4287). */
export function writeAtom({ title, description, publicUrl, pagePath, selfPath, pools }: Feed): string {
  return [
    xmlHead,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLocale()}">`,
    `<id>${xmlText(publicUrl + selfPath)}</id><title>${xmlText(title)}</title><subtitle>${xmlText(description)}</subtitle>`,
    `<updated>${newest(pools)}</updated>`,
    `<link rel="alternate" type="text/html" href="${xmlText(publicUrl + pagePath)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(publicUrl + selfPath)}"/>`,
    ...pools.map((pool) => atomEntry(pool, publicUrl)),
    '</feed>',
  ].join('');
}
