import { type Locale, pseudoLocale } from '#contract/language/languages.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { tipPoolPath } from '#contract/pools/pool-path.ts';
import { listCategories } from '#server/creators/categories.ts';
import type { Config } from '#server/platform/config/config.ts';
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
/** With links to each language, a page takes ten times the room: this keeps a file at about 10 MB. */
const maxTranslatedPerFile = 10_000;
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** The languages that search engines may list. */
const indexedLocales = ({ locales }: Config): Locale[] => locales.filter((locale) => locale !== pseudoLocale);

/** Pools or creators per file: each is a page in every language. */
function rowsPerFile(config: Config): number {
  const { length } = indexedLocales(config);
  return length < 2 ? maxPerFile : Math.floor(maxTranslatedPerFile / length);
}

/** Returns the paths of all sitemap files for these counts. */
export function sitemapFiles({ pools, creators }: SitemapCounts, perFile = maxPerFile): string[] {
  const files = (kind: string, number: number) =>
    Array.from({ length: Math.ceil(number / perFile) }, (_value, index) => `/sitemap-${kind}-${index + 1}.xml`);
  return ['/sitemap-pages.xml', ...files('pools', pools), ...files('creators', creators)];
}

/** A page in each language, each with links to the others. */
function urlsOf(config: Config, path: string, changedAt?: Date): string {
  const locales = indexedLocales(config);
  const addresses = locales.map((locale) => xmlText(config.publicUrl + addressIn(locale, path)));
  const alternate = (hreflang: string, address = '') =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address}"/>`;
  const [english] = addresses;
  const links =
    locales.length < 2
      ? ''
      : locales.map((locale, index) => alternate(locale, addresses[index])).join('') + alternate('x-default', english);
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return addresses.map((address) => `<url><loc>${address}</loc>${changed}${links}</url>`).join('');
}

const urlSet = (urls: string[]) => `${xmlHead}<urlset ${namespace}>${urls.join('')}</urlset>`;

/** Writes the index of the sitemap files. */
export async function writeSitemapIndex({ db, config }: Platform, perFile = rowsPerFile(config)): Promise<string> {
  const files = sitemapFiles(await countForSitemap(db.sql), perFile);
  const entries = files.map((path) => `<sitemap><loc>${xmlText(config.publicUrl + path)}</loc></sitemap>`);
  return `${xmlHead}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`;
}

/** Writes the public pages, including the browse page of each category. */
export async function writeSitemapOfPages(context: Platform): Promise<string> {
  const categories = (await listCategories(context)).filter(({ name }) => !isAdultCategory(name));
  const feeds = categories.map(({ name }) => `${paths.feed}?categories=${encodeURIComponent(name)}`);
  return urlSet([...sitePages, ...feeds].map((path) => urlsOf(context.config, path)));
}

/** Writes one file of pools without adult ones. `file` counts from 1. Returns null if the file would be empty. */
export async function writeSitemapOfPools(
  { db, config }: Platform,
  file: number,
  perFile = rowsPerFile(config),
): Promise<string | null> {
  const rows = await listSitemapPools(db.sql, { limit: perFile, offset: (file - 1) * perFile });
  if (rows.length === 0) return null;
  return urlSet(rows.map(({ slug, username, updatedAt }) => urlsOf(config, tipPoolPath(username, slug), updatedAt)));
}

export async function writeSitemapOfCreators(
  { db, config }: Platform,
  file: number,
  perFile = rowsPerFile(config),
): Promise<string | null> {
  const usernames = await listSitemapCreators(db.sql, { limit: perFile, offset: (file - 1) * perFile });
  if (usernames.length === 0) return null;
  return urlSet(usernames.map((username) => urlsOf(config, creatorPath(username))));
}
