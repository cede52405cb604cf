import type { OwnRequest, SharedDocument } from '#contract/page-renderer.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Page } from './shared-pages.ts';
import { utf8Of } from './utf8.ts';
import type { Visit } from './visit.ts';

/** A document for all signed-in people, and the headers that allow its inline script and style. */
export interface Frame extends Pick<SharedDocument, 'fill'> {
  texts: Buffer[];
  headers: Record<string, string>;
}

const keptForMs = 1000;
/** With the largest pages they hold 50 MB, and usually 10 MB. */
const maxFrames = 100;
const maxFrameBytes = 512 * 1024;
const bytesOf = ({ texts }: Frame) => texts.reduce((sum, { length }) => sum + length, 0);

export interface FilledPages {
  /** A signed-in person's page, from a document rendered at most a second ago; null if the page is rendered for each person. */
  read(visit: Visit, requestId: string, person: OwnRequest): Promise<Page | null>;
  /** Drops all documents, because something has changed. */
  clear(): void;
}

/**
 * Renders a document once a second for all signed-in people with the same `Visit`, and only the parts about the person for each request.
 * `render` gets only the visit and the id of the request that came first, so that nothing of one person can reach another.
 */
export function createFilledPages(render: (visit: Visit, requestId: string) => Promise<Frame | null>): FilledPages {
  const frames = createTtlCache<Frame | null>(keptForMs, {
    maxEntries: maxFrames,
    isKept: (frame) => frame !== null && bytesOf(frame) <= maxFrameBytes,
  });
  return {
    clear: frames.clear,
    async read(visit, requestId, person) {
      const frame = await frames.read(JSON.stringify(visit), () => render(visit, requestId));
      if (!frame) return null;
      const parts = await frame.fill(person);
      if (!parts) return null;
      const body = Buffer.concat(
        frame.texts.flatMap((text, index) => (index === 0 ? [text] : [utf8Of(parts[index - 1] ?? ''), text])),
      );
      return { status: 200, body, headers: frame.headers };
    },
  };
}
