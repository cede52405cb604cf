import { limits } from '#contract/limits.ts';
import type { Site } from '#contract/site.ts';
import { startOfText } from '#contract/values/start-of-text.ts';

export interface Head {
  /** Without the brand, which is added. */
  title: string;
  description?: string;
  /** Path of the canonical URL. */
  canonical?: string;
  /** Path of the share picture, 1200 by 630. */
  image?: string;
  /** Alternative text of the share picture. */
  imageAlt?: string;
  /** The OpenGraph type; `website` unless given. */
  type?: 'profile';
  /** The RSS and Atom feed of the page; by default the feed of all pools. `base` is the path before /feed.xml. */
  feed?: { title: string; base: string };
  /** Whether other sites can embed the page. If so, the head links to the oEmbed endpoint. */
  embeddable?: boolean;
  noindex?: boolean;
  /** Adult content: never indexed, and labeled with the RTA rating. */
  adult?: boolean;
  jsonLd?: object;
}

function cut(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  const room = startOfText(flat, max - 1);
  const space = room.lastIndexOf(' ');
  return `${(space > max * 0.6 ? room.slice(0, space) : room).replace(/[\s.,;:–-]+$/, '')}…`;
}

/** At most 60 characters with the brand (specification 9). */
export function titleOf(head: Head, site: Site): string {
  const suffix = ` | ${site.brandName}`;
  if (head.title === site.brandName) return head.title;
  return cut(head.title, limits.titleTag - suffix.length) + suffix;
}

/** The title for link previews, without the brand, which previews show on a separate line. */
export const shareTitleOf = (head: Head) => cut(head.title, 95);

const defaultDescription = (site: Site) =>
  `${site.brandName}: fans pool pledges for content they ask a creator to make. No card is charged until the goal is met and the creator accepts.`;

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

/** Updates the document's head after a navigation in the browser. */
export function applyHead(head: Head, site: Site): void {
  document.title = titleOf(head, site);
  document.querySelector('meta[name=description]')?.setAttribute('content', descriptionOf(head, site));
  const canonical = document.querySelector('link[rel=canonical]');
  canonical?.setAttribute('href', site.publicUrl + (head.canonical ?? location.pathname));
  const robots = document.querySelector('meta[name=robots]');
  robots?.setAttribute('content', head.noindex || head.adult ? 'noindex' : 'index, follow');
}
