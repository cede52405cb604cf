import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { MessageItem } from './message-item.tsx';
import type { Chunk } from './message-tree.ts';
import type { ViewportWatcher } from './use-near-viewport.ts';

interface Away {
  box: RefObject<HTMLDivElement | null>;
  /** How high it was when it was last drawn; undefined while it is drawn. */
  away: number | undefined;
}

/** Far from what can be seen, the place of a box is kept by its height, and nothing in it is drawn. */
function useAway({ watch, heights }: ViewportWatcher, key: string): Away {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(() => heights.get(key));
  const latest = useRef(key);
  latest.current = key;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watch(element, (near) => {
      const height = element.getBoundingClientRect().height;
      if (!near) heights.set(latest.current, height);
      // A little at a time: whoever scrolls is not to wait for what is not yet to be seen.
      startTransition(() => setAway((known) => (near ? undefined : (known ?? height))));
    });
  }, [watch, heights]);
  return { box, away };
}

interface ChunkProps {
  chunk: Chunk;
  /** The first message that was not seen, where it is one of these. */
  firstNew: string | undefined;
  watcher: ViewportWatcher;
}

const MessageChunk = memo(function MessageChunk({ chunk, firstNew, watcher }: ChunkProps) {
  const { box, away } = useAway(watcher, chunk.roots[0] ?? '');
  return (
    <div
      ref={box}
      data-chunk={chunk.id}
      data-away={away === undefined ? undefined : ''}
      style={away === undefined ? undefined : { height: away }}
    >
      {away === undefined
        ? chunk.roots.map((id) => (
            <div key={id}>
              {id === firstNew ? (
                <p className="chat-new">
                  <span>New messages</span>
                </p>
              ) : null}
              <MessageItem id={id} level={1} />
            </div>
          ))
        : null}
    </div>
  );
});

interface ChunkGroupProps {
  chunks: readonly Chunk[];
  firstNew: string | undefined;
  /** Watches the group; `parts` watches the chunks in it. */
  groups: ViewportWatcher;
  parts: ViewportWatcher;
}

const isSame = (one: ChunkGroupProps, other: ChunkGroupProps) =>
  one.firstNew === other.firstNew &&
  one.groups === other.groups &&
  one.parts === other.parts &&
  one.chunks.length === other.chunks.length &&
  one.chunks.every((chunk, index) => chunk === other.chunks[index]);

/**
 * Some hundred messages, a few at a time. With 10,000 messages fewer than a hundred are drawn, and what keeps the place of the others are
 * two hundred boxes instead of thousands: each of them costs in every frame that is scrolled.
 */
export const MessageChunkGroup = memo(function MessageChunkGroup({ chunks, firstNew, groups, parts }: ChunkGroupProps) {
  const { box, away } = useAway(groups, `group ${chunks[0]?.group}`);
  return (
    <div
      ref={box}
      className="chat-shelf"
      data-group={chunks[0]?.group}
      style={away === undefined ? undefined : { height: away }}
    >
      {away === undefined
        ? chunks.map((chunk) => (
            <MessageChunk
              key={chunk.id}
              chunk={chunk}
              watcher={parts}
              firstNew={firstNew && chunk.roots.includes(firstNew) ? firstNew : undefined}
            />
          ))
        : null}
    </div>
  );
}, isSame);
