import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { MessageItem } from './message-item.tsx';
import type { Chunk } from './message-tree.ts';

interface ChunkProps {
  chunk: Chunk;
  /** The first message that was not seen, where it is one of these. */
  firstNew: string | undefined;
  list: RefObject<HTMLElement | null>;
}

/**
 * Some fifty messages. Far from what can be seen, their place is kept by an empty box of their height: with 10,000 messages a few
 * hundred are drawn.
 */
export const MessageChunk = memo(function MessageChunk({ chunk, firstNew, list }: ChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // A list that is not shown has no place for anything.
        if (entry.rootBounds?.height === 0) return;
        // A little at a time: whoever scrolls is not to wait for what is not yet to be seen.
        startTransition(() =>
          setAway((known) => (entry.isIntersecting ? undefined : (known ?? element.getBoundingClientRect().height))),
        );
      },
      { root: list.current, rootMargin: '1500px 0px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list]);
  return (
    <div ref={box} style={away === undefined ? undefined : { height: away }}>
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
