import { AppError } from '#contract/app-error.ts';
import { linkPreviewLimits } from '#contract/limits.ts';
import type { LinkPreview } from '#contract/link-preview.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Fetched, fetchPublic } from './fetch-public.ts';
import { decodePage, readPageHead } from './read-page-head.ts';

const hourMs = 60 * 60 * 1000;
const foundForMs = 6 * hourMs;
/** Shorter than for a preview, because a page that failed may work again soon. */
const nothingForMs = 10 * 60 * 1000;
/** Each entry takes at most about 5 KB. */
const maxKept = 2000;
const pageBytes = 256 * 1024;
/** A fetch needs little memory and may wait 5 seconds for a silent server. Many slots keep others from queueing behind it. */
const maxConcurrent = 32;
const maxWaiting = 128;

interface Kept {
  until: number;
  answer: Promise<LinkPreview | null>;
}

const isPage = (contentType: string) => /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);

/** Returns an absolute http(s) URL without credentials, or null. */
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
    // Not og:site_name, which lets a page claim any name.
    site: new URL(url).hostname.replace(/^www\./, ''),
    title,
    description: description ?? null,
    image: image ? addressOf(image, url) : null,
  };
}

/**
 * Fetches the title, description and image of pages on other servers and caches them in memory for hours. Every failure returns
 * null, so that callers cannot explore the server's network with the results. Throws `unavailable` if too many fetches are waiting.
 */
export function createLinkPreviews({ config, log }: Platform) {
  const inQueue = createBoundedQueue(maxConcurrent, maxWaiting);
  const kept = new Map<string, Kept>();
  const request = {
    accept: 'text/html',
    agent: 'link preview',
    maxBytes: pageBytes,
    truncate: true,
    acceptsType: isPage,
  };

  async function make(address: string): Promise<LinkPreview | null> {
    try {
      return await inQueue(async () =>
        previewOf(await fetchPublic(address, { allow: config.imageProxyAllow }, request)),
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
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
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

  function cachedPreview(page: string): Promise<LinkPreview | null> | undefined {
    const entry = kept.get(page);
    return entry && entry.until > performance.now() ? entry.answer : undefined;
  }

  /** `admit` runs before a fetch and may throw; a cached preview does not need it. */
  return async (given: string, admit: () => Promise<void>): Promise<LinkPreview | null> => {
    const address = addressOf(given);
    if (address === null) return null;
    const page = address.split('#')[0] as string;
    if (cachedPreview(page) === undefined) await admit();
    // Another caller may have started the same fetch while this one was being admitted.
    return cachedPreview(page) ?? keep(page);
  };
}
