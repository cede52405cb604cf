import { pseudoLocale } from '#contract/language/languages.ts';
import { addressIn, localized, unlocalized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { feedPath, inThisLanguage, oembedPath, shareSize, siteShareImage } from '#contract/sharing.ts';
import type { Site } from '#contract/site.ts';
import { cut, type Head } from './head.ts';

/**
 * The tags of the document's head that depend on the page. The server writes them into the document. In the browser, this module loads
 * with the first navigation.
 */

/** An element of the head without content. */
export interface HeadTag {
  element: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** The title for link previews, without the brand, which previews show on a separate line. */
export const shareTitleOf = (head: Head) => cut(head.title, 95);

const defaultDescription = (site: Site) =>
  t`${{ brand: site.brandName }}: fans pool pledges for content they ask a creator to make. No card is charged until the goal is met and the creator accepts.`;

/** At most 155 characters. */
export function descriptionOf(head: Head, site: Site): string {
  return cut(head.description || defaultDescription(site), limits.metaDescription);
}

const common = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'about after from have that their them then there they this until what when where which with your'.split(
    ' ',
  ),
);

/** Up to five distinct words of a description, without common ones. */
export function keywordsOf(description: string): string[] {
  const words = description.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return [...new Set(words.filter((word) => !common.has(word)))].slice(0, 5);
}

const meta = (attributes: Record<string, string>): HeadTag => ({ element: 'meta', attributes });
const property = (name: string, content: string) => meta({ property: name, content });
const named = (name: string, content: string) => meta({ name, content });
const link = (attributes: Record<string, string>): HeadTag => ({ element: 'link', attributes });

/** Link preview tags: OpenGraph, plus Twitter card tags. Twitter falls back to OpenGraph for the rest. */
function cardTags(head: Head, site: Site, canonical: string): HeadTag[] {
  const image = site.publicUrl + (head.image ?? inThisLanguage(siteShareImage));
  return [
    property('og:site_name', site.brandName),
    property('og:type', head.type ?? 'website'),
    property('og:title', shareTitleOf(head)),
    property('og:description', descriptionOf(head, site)),
    property('og:url', canonical),
    property('og:image', image),
    property('og:image:width', String(shareSize.width)),
    property('og:image:height', String(shareSize.height)),
    property('og:image:alt', head.imageAlt ?? site.brandName),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', shareTitleOf(head)),
    named('twitter:description', descriptionOf(head, site)),
    named('twitter:image', image),
  ];
}

/** Links to the page in each language, for search engines. */
function languageLinks({ locales, publicUrl }: Site, path: string): HeadTag[] {
  const indexed = locales.filter((locale) => locale !== pseudoLocale);
  if (indexed.length < 2) return [];
  const alternate = (hreflang: string, address: string) =>
    link({ rel: 'alternate', hreflang, href: publicUrl + address });
  return [
    ...indexed.map((locale) => alternate(locale, addressIn(locale, path))),
    alternate('x-default', addressIn('en', path)),
  ];
}

/** Links to the RSS and Atom feeds and, for embeddable pages, to the oEmbed endpoint. */
function alternateLinks(head: Head, site: Site, canonical: string): HeadTag[] {
  const { title, base } = head.feed ?? { title: t`New tip pools`, base: '' };
  const alternate = (type: string, attributes: Record<string, string>) =>
    link({ rel: 'alternate', type, ...attributes });
  const oembed = `${site.publicUrl}${oembedPath}?url=${encodeURIComponent(canonical)}`;
  return [
    alternate('application/rss+xml', { title, href: feedPath(base, 'xml') }),
    alternate('application/atom+xml', { title, href: feedPath(base, 'atom') }),
    ...(head.embeddable
      ? [
          alternate('application/json+oembed', { href: oembed }),
          alternate('text/xml+oembed', { href: `${oembed}&format=xml` }),
        ]
      : []),
  ];
}

/** The tags of a page, except its title. `path` is its canonical path, unless the head gives one. */
export function headTags(head: Head, site: Site, path: string): HeadTag[] {
  const description = descriptionOf(head, site);
  const canonicalPath = head.canonical ?? path;
  const canonical = site.publicUrl + localized(canonicalPath);
  const isHidden = head.noindex || head.adult;
  return [
    named('description', description),
    named('keywords', keywordsOf(description).join(', ')),
    named('robots', isHidden ? 'noindex' : 'index, follow'),
    ...(head.adult ? [named('rating', 'RTA-5042-1996-1400-1577-RTA')] : []),
    link({ rel: 'canonical', href: canonical }),
    ...cardTags(head, site, canonical),
    ...(isHidden ? [] : [...languageLinks(site, canonicalPath), ...alternateLinks(head, site, canonical)]),
  ];
}

/** Finds the elements that `headTags` has made. The other elements of the head are the same on every page. */
const pageTags =
  'meta[name=description], meta[name=keywords], meta[name=robots], meta[name=rating], meta[name^="twitter:"], meta[property^="og:"], link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]';

/** Replaces the tags of the previous page after a navigation in the browser. */
export function replaceHeadTags(head: Head, site: Site): void {
  const made = headTags(head, site, unlocalized(location.pathname)).map(({ element, attributes }) => {
    const tag = document.createElement(element);
    for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
    return tag;
  });
  const data = document.createElement('script');
  data.type = 'application/ld+json';
  data.textContent = JSON.stringify(head.jsonLd);
  for (const old of document.head.querySelectorAll(pageTags)) old.remove();
  document.head.append(...made, ...(head.jsonLd ? [data] : []));
}
