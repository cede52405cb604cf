import { linkParts } from './link-parts.ts';

/** What people wrote, with its links made to be followed: in a new tab, and without a word from us for them. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: words, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stand still
      <a key={index} href={href} target="_blank" rel="nofollow ugc noopener noreferrer" className="link">
        {words}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    ) : (
      words
    ),
  );
}
