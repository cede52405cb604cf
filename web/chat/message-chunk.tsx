import { memo, startTransition, useEffect, useRef, useState } from 'react';
import { MessageItem } from './message-item.tsx';
import type { Chunk } from './message-tree.ts';

export type WatchChunk = (element: Element, onChange: (near: boolean) => void) => () => void;

interface ChunkProps {
  chunk: Chunk;
  /** The first message that was not seen, where it is one of these. */
  firstNew: string | undefined;
  watch: WatchChunk;
}

/**
 * Some ten messages. Far from what can be seen, their place is kept by an empty box of their height: with 10,000 messages fewer than a
 * hundred are drawn.
 */
export const MessageChunk = memo(function MessageChunk({ chunk, firstNew, watch }: ChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watch(element, (near) => {
      // A little at a time: whoever scrolls is not to wait for what is not yet to be seen.
      startTransition(() => setAway((known) => (near ? undefined : (known ?? element.getBoundingClientRect().height))));
    });
  }, [watch]);
  return (
    <div
      ref={box}
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
