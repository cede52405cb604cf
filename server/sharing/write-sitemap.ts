import { isAdultCategory } from '#contract/limits.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { tipPoolPath } from '#contract/pools/pool-path.ts';
import { listCategories } from '#server/creators/categories.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countForSitemap, listSitemapCreators, listSitemapPools, type SitemapCounts } from './sitemap.sql.ts';
import { xmlHead, xmlText } from './xml.ts';

/** Paths that a search engine should not list: personal pages, steps of a flow, and redirects to canonical URLs. */
const notForVisitors =
  /^\/(?:home|browse-tippools|auth|pool\/create|create|dashboard|my-account|settings|admin|forgot-password|reset-password|verify-email|unsubscribe|payment|receipts|users|messages|chats?|favorites|following|saved|second-factor|notifications|offline)(?:\/|$)/;

/** The public pages, except pools and creators. */
const sitePages: readonly string[] = [
  '/',
  ...Object.values<string>(paths).filter((path) => !notForVisitors.test(path)),
];

/** The limit of sitemaps.org for one file. */
const maxPerFile = 50_000;
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the paths of all sitemap files for these counts. */
export function sitemapFiles({ pools, creators }: SitemapCounts, perFile = maxPerFile): string[] {
  const files = (kind: string, number: number) =>
    Array.from({ length: Math.ceil(number / perFile) }, (_value, index) => `/sitemap-${kind}-${index + 1}.xml`);
  return ['/sitemap-pages.xml', ...files('pools', pools), ...files('creators', creators)];
}

const urlOf = (origin: string, path: string, changedAt?: Date) =>
  `<url><loc>${xmlText(origin + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`;

const urlSet = (urls: string[]) => `${xmlHead}<urlset ${namespace}>${urls.join('')}</urlset>`;

/** Writes the index of the sitemap files. */
export async function writeSitemapIndex({ db, config }: Platform, perFile = maxPerFile): Promise<string> {
  const files = sitemapFiles(await countForSitemap(db.sql), perFile);
  const entries = files.map((path) => `<sitemap><loc>${xmlText(config.publicUrl + path)}</loc></sitemap>`);
  return `${xmlHead}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`;
}

/** Writes the public pages, including the browse page of each category. */
export async function writeSitemapOfPages(context: Platform): Promise<string> {
  const categories = (await listCategories(context)).filter(({ name }) => !isAdultCategory(name));
  const feeds = categories.map(({ name }) => `${paths.feed}?categories=${encodeURIComponent(name)}`);
  return urlSet([...sitePages, ...feeds].map((path) => urlOf(context.config.publicUrl, path)));
}

/** Writes one file of pools without adult ones. `file` counts from 1. Returns null if the file would be empty. */
export async function writeSitemapOfPools(
  { db, config }: Platform,
  file: number,
  perFile = maxPerFile,
): Promise<string | null> {
  const rows = await listSitemapPools(db.sql, { limit: perFile, offset: (file - 1) * perFile });
  if (rows.length === 0) return null;
  return urlSet(
    rows.map(({ slug, username, updatedAt }) => urlOf(config.publicUrl, tipPoolPath(username, slug), updatedAt)),
  );
}

export async function writeSitemapOfCreators(
  { db, config }: Platform,
  file: number,
  perFile = maxPerFile,
): Promise<string | null> {
  const usernames = await listSitemapCreators(db.sql, { limit: perFile, offset: (file - 1) * perFile });
  if (usernames.length === 0) return null;
  return urlSet(usernames.map((username) => urlOf(config.publicUrl, creatorPath(username))));
}
