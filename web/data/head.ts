import type { Text } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Site } from '#contract/site.ts';
import { startOfText } from '#contract/values/start-of-text.ts';

export interface Head {
  /** Without the brand, which is added. */
  title: Text;
  description?: Text;
  /** Path of the canonical URL. */
  canonical?: string;
  /** Path of the share picture, 1200 by 630. */
  image?: string;
  /** Alternative text of the share picture. */
  imageAlt?: Text;
  /** The OpenGraph type; `website` unless given. */
  type?: 'profile';
  /** The RSS and Atom feed of the page; by default the feed of all pools. `base` is the path before /feed.xml. */
  feed?: { title: Text; base: string };
  /** Whether other sites can embed the page. If so, the head links to the oEmbed endpoint. */
  embeddable?: boolean;
  noindex?: boolean;
  /** Adult content: never indexed, and labeled with the RTA rating. */
  adult?: boolean;
  jsonLd?: object;
}

/** Cuts a text to `max` characters, at the end of a word where possible. */
export function cut(text: string, max: number): string {
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
