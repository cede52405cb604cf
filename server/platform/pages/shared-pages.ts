import { createHash } from 'node:crypto';
import { setImmediate as afterInput } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import { hasEntityTag, sendShared } from '#server/platform/http/send-shared.ts';
import { type Coding, codingFor, compress, tagOf } from './content-coding.ts';
import { isForAll, type Visit } from './visit.ts';

/** A page with the headers that allow its inline script and style. */
export interface Page {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
  /** Path and query to redirect to, with `status` 301 or 302. */
  redirect?: string | undefined;
}

interface SharedPage extends Page {
  etag: string;
  /** Compressed copies, made when a client first accepts them. */
  copies: Map<Coding, Promise<Buffer>>;
}

const keptForMs = 1000;
/** Rendering takes 5 to 40 ms. Requests that waited for it, on 64 connections about one in a hundred, decided about the p99. */
export const refreshAfterMs = 700;
/** A process renders fewer pages than this within `keptForMs`. They hold at most 150 MB, and usually 30 MB. */
const maxPages = 300;
const maxPageBytes = 512 * 1024;

/** For pages that depend on no cookie. A browser asks again each time, because its user may have signed in since. */
const forEveryone = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10';
const vary = 'Accept-Encoding, Cookie, Sec-Fetch-Site';

export interface SharedPages {
  /** Sends a visitor's page, rendered at most a second ago. */
  send(request: FastifyRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply>;
  /** Drops all pages, because something has changed. */
  clear(): void;
}

/**
 * Renders each page once a second for all visitors with the same `Visit`. `render` gets only the visit and the id of the request that
 * came first, so that nothing else of a request can reach another visitor.
 */
export function createSharedPages(render: (visit: Visit, requestId: string) => Promise<Page>): SharedPages {
  const pages = createTtlCache<SharedPage>(keptForMs, {
    maxEntries: maxPages,
    refreshAfterMs,
    isKept: ({ status, body }) => status === 200 && body.length <= maxPageBytes,
  });

  async function renderShared(visit: Visit, requestId: string): Promise<SharedPage> {
    const page = await render(visit, requestId);
    const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`;
    const rendered = { ...page, etag, copies: new Map() };
    // Almost every browser asks for brotli.
    if (page.status === 200) await copyOf(rendered, 'br');
    return rendered;
  }

  return {
    clear: pages.clear,
    async send(request, reply, visit) {
      const page = await pages.read(JSON.stringify(visit), () => renderShared(visit, request.id));
      if (page.redirect) return reply.header('cache-control', 'no-cache').redirect(page.redirect, page.status);
      const coding = codingFor(request, page.body);
      const etag = tagOf(page.etag, coding);
      // Before the headers, so that proxies do not keep the answer to a failure.
      const body = coding ? await copyOf(page, coding) : page.body;
      // Answers requests that arrived together one right after the other, so that a write seldom wakes its reader again (decision 0034).
      await afterInput();
      reply.headers(page.headers).header('content-language', visit.locale).header('vary', vary);
      reply.header('cache-control', page.status === 200 && isForAll(visit) ? forEveryone : 'no-cache');
      if (page.status === 200) {
        reply.header('etag', etag);
        if (hasEntityTag(request, etag)) return reply.code(304).send();
      }
      if (coding) reply.header('content-encoding', coding);
      return sendShared(reply.code(page.status), body);
    },
  };
}

function copyOf({ body, copies }: SharedPage, coding: Coding): Promise<Buffer> {
  let copy = copies.get(coding);
  if (!copy) {
    copy = compress(body, coding, 'shared');
    copies.set(coding, copy);
    copy.catch(() => copies.delete(coding));
  }
  return copy;
}
