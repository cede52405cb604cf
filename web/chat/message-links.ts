import type { Message } from '#contract/chat.ts';
import { linkPreviewLimits } from '#contract/link-preview.ts';
import { messageParts } from './message-parts.ts';

interface MessageLinks {
  /** Links that point at pictures, as their names say. */
  pictures: string[];
  /** The first link, where it is none of these. */
  page: string | undefined;
}

const maxPictures = 4;
/** Those that the proxy can read. */
const pictureName = /\.(?:png|jpe?g|webp)$/i;

/** What of a message's links can be shown below it. */
export function messageLinks(said: Pick<Message, 'content' | 'mentions'>): MessageLinks {
  // Most messages have none.
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

/** What a picture is called that nobody has described. */
export function pictureWords(href: string): string {
  const { pathname, hostname } = new URL(href);
  const file = pathname.split('/').at(-1) ?? '';
  let name = file;
  try {
    name = decodeURIComponent(file);
  } catch {
    // Not encoded as it should be: as it stands.
  }
  return `Picture ${name} from ${hostname}`;
}
