import { AppError } from '#contract/app-error.ts';
import type { ClaimCheck } from '#contract/claims.ts';
import { type FetchPolicy, fetchPublic } from '#server/media/fetch-public.ts';
import { isInPage } from '#server/media/find-in-page.ts';
import { decodePage } from '#server/media/read-page-head.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import { TargetRefused } from '#server/platform/network/public-target.ts';

export type PageResult = ClaimCheck['pages'][number];

/** Pages of large video sites have one to two megabytes, with the creator's own text in a script near the end. */
const pageBytes = 3 * 1024 * 1024;
/** Each fetch may hold `pageBytes` in memory twice while it is decoded. */
const atOnce = 8;
const maxWaiting = 64;

const isText = (contentType: string) =>
  /^\s*(?:text\/(?:html|plain)|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);

/**
 * Returns a function that looks for one of several codes (case-sensitively) on pages on other servers. It ignores a code in a comment, a
 * review or another part in which visitors write (media/find-in-page.ts), and a page that redirects to another host. Throws `unavailable`
 * if too many fetches are waiting.
 */
export function createPageSearch(policy: FetchPolicy) {
  const inQueue = createBoundedQueue(atOnce, maxWaiting);

  async function search(url: string, codes: readonly string[]): Promise<PageResult> {
    const options = {
      accept: 'text/html',
      agent: 'claim check',
      maxBytes: pageBytes,
      truncate: true,
      acceptsType: isText,
      sameHost: true,
    };
    try {
      const { data, contentType } = await inQueue(() => fetchPublic(url, policy, options));
      const page = decodePage(data, contentType);
      return { url, outcome: codes.some((code) => isInPage(page, code)) ? 'found' : 'missing' };
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The other reasons look the same, so that a caller cannot explore the server's network.
      const moved = error instanceof TargetRefused && error.message === 'other host';
      return { url, outcome: moved ? 'moved' : 'unreachable' };
    }
  }

  return (pages: readonly string[], codes: readonly string[]): Promise<PageResult[]> =>
    Promise.all(pages.map((page) => search(page, codes)));
}
