import type { Message } from '#contract/chat/chat.ts';
import { t } from '#contract/language/text.ts';
import { linkPreviewLimits } from '#contract/limits.ts';
import { decodePart } from '#web/data/match-path.ts';
import { messageParts } from './message-parts.ts';

interface MessageLinks {
  /** Links to pictures, recognized by file name. */
  pictures: string[];
  /** The first link of the message, unless it is a picture. */
  page: string | undefined;
}

const maxPictures = 4;
/** The formats that the image proxy can read. */
const pictureName = /\.(?:png|jpe?g|webp)$/i;

/** The links of a message for which the client can show pictures or a preview. */
export function messageLinks(said: Pick<Message, 'content' | 'mentions'>): MessageLinks {
  // Fast path: most messages have no links.
  if (!/https?:/i.test(said.content)) return { pictures: [], page: undefined };
  const links = messageParts({ ...said, parentSender: null }).flatMap(({ href }) =>
    href && href.length <= linkPreviewLimits.url ? [href] : [],
  );
  const isPicture = (href: string) => pictureName.test(new URL(href).pathname);
  const [first] = links;
  return {
    pictures: [...new Set(links.filter(isPicture))].slice(0, maxPictures),
    page: first && !isPicture(first) ? first : undefined,
  };
}

/** The alternative text of a linked picture, from its file name and site. */
export function pictureWords(href: string): string {
  const { pathname, hostname } = new URL(href);
  const file = pathname.split('/').at(-1) ?? '';
  return t`Picture ${{ file: decodePart(file) }} from ${{ hostname }}`;
}
