import { t } from '#contract/language/text.ts';
import { linkParts } from './link-parts.ts';

/** User text with clickable links. They open in a new tab, and `rel` tells search engines that we do not endorse them. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: words, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <a key={index} href={href} target="_blank" rel="nofollow ugc noopener noreferrer" className="link">
        {words}
        <span className="sr-only">{` ${t`(opens in a new tab)`}`}</span>
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index}>{words}</span>
    ),
  );
}
