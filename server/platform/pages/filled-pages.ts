import type { OwnRequest, SharedDocument } from '#contract/page-renderer.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import { deflateOwn, deflateShared, joinGzip } from './gzip-pieces.ts';
import { utf8Of } from './html.ts';
import { type Page, refreshAfterMs } from './shared-pages.ts';
import type { Visit } from './visit.ts';

/** A document for all signed-in people, and the headers that allow its inline script and style. */
export interface Frame extends Pick<SharedDocument, 'fill'> {
  texts: Buffer[];
  headers: Record<string, string>;
}

/** A person's page. Its gzip copy reuses the compressed texts of the document, which makes it cheaper and smaller than fast brotli. */
export interface FilledPage extends Page {
  gzip(): Buffer;
}

interface KeptFrame extends Frame {
  deflated: Buffer[];
}

const keptForMs = 1000;
/** With the largest pages they hold 50 MB, and usually 10 MB. */
const maxFrames = 100;
const maxFrameBytes = 512 * 1024;
const bytesOf = ({ texts }: Frame) => texts.reduce((sum, { length }) => sum + length, 0);

export interface FilledPages {
  /** A signed-in person's page, from a document rendered at most a second ago; null if the page is rendered for each person. */
  read(visit: Visit, requestId: string, person: OwnRequest): Promise<FilledPage | null>;
  /** Drops all documents, because something has changed. */
  clear(): void;
}

/** Puts each own part between two texts of the document. */
const between = (texts: readonly Buffer[], parts: readonly Buffer[]): Buffer[] =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [parts[index - 1] ?? Buffer.alloc(0), text]));

/**
 * Renders a document once a second for all signed-in people with the same `Visit`, and only the parts about the person for each request.
 * `render` gets only the visit and the id of the request that came first, so that nothing of one person can reach another.
 */
export function createFilledPages(render: (visit: Visit, requestId: string) => Promise<Frame | null>): FilledPages {
  const frames = createTtlCache<KeptFrame | null>(keptForMs, {
    maxEntries: maxFrames,
    refreshAfterMs,
    isKept: (frame) => frame !== null && bytesOf(frame) <= maxFrameBytes,
  });
  async function renderFrame(visit: Visit, requestId: string): Promise<KeptFrame | null> {
    const frame = await render(visit, requestId);
    return frame && { ...frame, deflated: await Promise.all(frame.texts.map(deflateShared)) };
  }

  return {
    clear: frames.clear,
    async read(visit, requestId, person) {
      const frame = await frames.read(JSON.stringify(visit), () => renderFrame(visit, requestId));
      if (!frame) return null;
      const { texts, deflated, headers } = frame;
      const filled = await frame.fill(person);
      if (!filled) return null;
      const parts = filled.map(utf8Of);
      const body = Buffer.concat(between(texts, parts));
      const gzip = () => joinGzip(between(deflated, parts.map(deflateOwn)), body);
      return { status: 200, body, headers, gzip };
    },
  };
}
