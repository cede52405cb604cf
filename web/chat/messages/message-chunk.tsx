import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { useRoomContext } from '#web/chat/room-context.ts';
import { isContinued } from './is-continued.ts';
import { MessageItem } from './message-item.tsx';
import type { Chunk } from './message-tree.ts';
import type { ViewportWatcher } from './use-near-viewport.ts';

interface WindowedBox {
  box: RefObject<HTMLDivElement | null>;
  /** The height to reserve in pixels while the content is not rendered; undefined while it is rendered. */
  away: number | undefined;
}

/** Windowing: far from the viewport a box keeps only its height, and its content is not rendered. */
function useWindowedBox({ watch, heights }: ViewportWatcher, key: string): WindowedBox {
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
      // As a transition, rendering content that is still out of sight does not block scrolling.
      startTransition(() => setAway((known) => (near ? undefined : (known ?? height))));
    });
  }, [watch, heights]);
  return { box, away };
}

interface ChunkProps {
  chunk: Chunk;
  /** The first unseen message, if it is in this chunk. */
  firstNew: string | undefined;
  /** The message above the mark "Seen", if it or its thread is in this chunk. */
  seen: string | undefined;
  /** Whether the first message continues the last one of the chunk above. */
  continues: boolean;
  watcher: ViewportWatcher;
}

const MessageChunk = memo(function MessageChunk({ chunk, firstNew, seen, continues, watcher }: ChunkProps) {
  const { room } = useRoomContext();
  const { box, away } = useWindowedBox(watcher, chunk.roots[0] ?? '');
  return (
    <div
      ref={box}
      data-chunk={chunk.id}
      data-away={away === undefined ? undefined : ''}
      style={away === undefined ? undefined : { height: away }}
    >
      {away === undefined
        ? chunk.roots.map((id, index) => (
            <div key={id}>
              {id === firstNew ? (
                <p className="flex items-center gap-2.5 px-4 py-1.5 text-xs text-love-text before:h-px before:flex-1 before:bg-current before:opacity-50 after:h-px after:flex-1 after:bg-current after:opacity-50">
                  <b>{t`New messages`}</b>
                </p>
              ) : null}
              <MessageItem
                id={id}
                level={1}
                continues={id !== firstNew && (index === 0 ? continues : isContinued(room, chunk.roots[index - 1], id))}
                seen={seen}
              />
            </div>
          ))
        : null}
    </div>
  );
});

interface ChunkGroupProps {
  chunks: readonly Chunk[];
  firstNew: string | undefined;
  seen: string | undefined;
  /** Whether the first message continues the last one of the group above. */
  continues: boolean;
  /** Watches the group; `parts` watches the chunks in it. */
  groups: ViewportWatcher;
  parts: ViewportWatcher;
}

const isSame = (one: ChunkGroupProps, other: ChunkGroupProps) =>
  one.firstNew === other.firstNew &&
  one.seen === other.seen &&
  one.continues === other.continues &&
  one.groups === other.groups &&
  one.parts === other.parts &&
  one.chunks.length === other.chunks.length &&
  one.chunks.every((chunk, index) => chunk === other.chunks[index]);

/**
 * A group of chunks, about a hundred messages. With 10,000 messages fewer than a hundred are rendered, and two hundred boxes instead of
 * thousands reserve the space of the others. Each box costs time in every scrolled frame.
 */
export const MessageChunkGroup = memo(function MessageChunkGroup({
  chunks,
  firstNew,
  seen,
  continues,
  groups,
  parts,
}: ChunkGroupProps) {
  const { room } = useRoomContext();
  const seenRoot = seen && room.tree.rootOf(seen);
  const { box, away } = useWindowedBox(groups, `group ${chunks[0]?.group}`);
  return (
    <div
      ref={box}
      className="chat-shelf"
      data-group={chunks[0]?.group}
      style={away === undefined ? undefined : { height: away }}
    >
      {away === undefined
        ? chunks.map((chunk, index) => (
            <MessageChunk
              key={chunk.id}
              chunk={chunk}
              watcher={parts}
              continues={index === 0 ? continues : isContinued(room, chunks[index - 1]?.roots.at(-1), chunk.roots[0])}
              firstNew={firstNew && chunk.roots.includes(firstNew) ? firstNew : undefined}
              seen={seenRoot && chunk.roots.includes(seenRoot) ? seen : undefined}
            />
          ))
        : null}
    </div>
  );
}, isSame);
