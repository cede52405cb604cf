import { AppError } from '#contract/errors.ts';
import { type LinkPreview, linkPreviewLimits } from '#contract/link-preview.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Fetched, fetchPublic } from './fetch-public.ts';
import { decodePage, readPageHead } from './read-page-head.ts';

const hourMs = 60 * 60 * 1000;
const foundForMs = 6 * hourMs;
/** What failed may be there again soon. */
const nothingForMs = 10 * 60 * 1000;
/** At most some 5 KB each. */
const keptAtMost = 2000;
const pageBytes = 256 * 1024;
/** Many, since they hold little and mostly wait: for 5 seconds where nobody answers, and those who ask for others are not to wait with them. */
const atOnce = 32;
const maxWaiting = 128;

interface Kept {
  until: number;
  answer: Promise<LinkPreview | null>;
}

const isPage = (contentType: string) => /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);

/** On the web, without a name and a password in it. */
function addressOf(given: string, base?: string): string | null {
  if (!URL.canParse(given, base)) return null;
  const { protocol, username, password, href } = new URL(given, base);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' && href.length <= linkPreviewLimits.url ? href : null;
}

function previewOf({ data, contentType, url }: Fetched): LinkPreview | null {
  const { title, description, image } = readPageHead(decodePage(data, contentType));
  if (title === undefined) return null;
  return {
    // Never the name that a page gives itself: it could be anybody's.
    site: new URL(url).hostname.replace(/^www\./, ''),
    title,
    description: description ?? null,
    image: image ? addressOf(image, url) : null,
  };
}

/**
 * What pages of other servers say of themselves, kept in memory for some hours. Whatever goes wrong there, the answer is null: nothing
 * about a network that only this server can see. `unavailable` where too many are being fetched.
 */
export function createLinkPreviews({ config, log }: Platform) {
  const inQueue = createBoundedQueue(atOnce, maxWaiting);
  const kept = new Map<string, Kept>();
  const wanted = { accept: 'text/html', agent: 'link preview', maxBytes: pageBytes, beginning: true, isWanted: isPage };

  async function make(address: string): Promise<LinkPreview | null> {
    try {
      return await inQueue(async () =>
        previewOf(await fetchPublic(address, { allow: config.imageProxyAllow }, wanted)),
      );
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.debug({ err: error }, 'a link has no preview');
      return null;
    }
  }

  function keep(address: string): Promise<LinkPreview | null> {
    const entry = { until: Number.POSITIVE_INFINITY, answer: make(address) };
    kept.delete(address);
    kept.set(address, entry);
    const [oldest] = kept.keys();
    if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
    entry.answer.then(
      (preview) => {
        entry.until = performance.now() + (preview ? foundForMs : nothingForMs);
      },
      () => {
        if (kept.get(address) === entry) kept.delete(address);
      },
    );
    return entry.answer;
  }

  function known(page: string): Promise<LinkPreview | null> | undefined {
    const found = kept.get(page);
    return found && found.until > performance.now() ? found.answer : undefined;
  }

  /** `admit` is asked before anything is fetched: what is known costs nothing. */
  return async (given: string, admit: () => Promise<void>): Promise<LinkPreview | null> => {
    const address = addressOf(given);
    if (address === null) return null;
    const page = address.split('#')[0] as string;
    if (known(page) === undefined) await admit();
    // Others who were being admitted at the same time may have asked for it by now.
    return known(page) ?? keep(page);
  };
}
