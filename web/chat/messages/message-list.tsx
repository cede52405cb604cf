import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { plural, type Text, t } from '#contract/language/text.ts';
import { loadOlder } from '#web/chat/load-older.ts';
import type { Room } from '#web/chat/room.ts';
import { EmptyState, ErrorState, RowSkeleton } from '#web/ui/loading-states.tsx';
import { isContinued } from './is-continued.ts';
import { lastSeenMessage } from './last-seen.ts';
import { MessageChunkGroup } from './message-chunk.tsx';
import { PendingItem } from './message-item.tsx';
import { groupChunks } from './message-tree.ts';
import { useNearViewport } from './use-near-viewport.ts';

/** Skeleton of the message list. */
export function MessageSkeletons() {
  return (
    <div className="flex-1 overflow-hidden" aria-busy="true">
      <span className="sr-only" role="status">{t`Loading messages`}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <RowSkeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
          key={index}
          className="flex gap-2.5 px-(--chat-inset) pt-2 pb-1"
          avatar="size-8"
          lines={['h-4 w-28', index % 2 ? 'h-4 w-3/5' : 'h-4 w-4/5']}
        />
      ))}
    </div>
  );
}

/** The notice above the oldest loaded message when loading older ones failed. While they load, the list's reserved space shows it. */
function OlderFailed({ room }: { room: Room }) {
  if (!room.hasOlder || room.older !== 'failed') return null;
  return (
    <p className="flex min-h-11 items-center justify-center gap-2 px-4 py-1.5 text-sm text-muted" role="alert">
      {t`We couldn’t load older messages.`}{' '}
      <button type="button" className="link" onClick={() => void loadOlder(room)}>{t`Retry`}</button>
    </p>
  );
}

interface ListProps {
  room: Room;
  label: Text;
  list: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  toEnd: () => void;
  /** True if the person cannot write here. */
  silent: boolean;
  /** How far the other person of a direct conversation had read when the page was loaded. */
  otherReadSeq: number | null;
}

/** The message above the mark "Seen". While the connection is gone, the mark stays where it was. */
function useSeen(room: Room, first: number | null): string | undefined {
  const readSeq = useRef(first);
  if (room.joined) readSeq.current = room.joined.otherReadSeq;
  return room.threaded ? undefined : lastSeenMessage(room, readSeq.current);
}

/** Tracks whether the person sees the newest message, for the divider and the count of new messages. */
function useWatching(room: Room, atEnd: boolean): void {
  useEffect(() => {
    const update = () => room.watch(atEnd && !document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, [room, atEnd]);
  // After the list unmounts, every message that arrives is new.
  useEffect(() => () => room.watch(false), [room]);
}

function ListState({ room, silent }: { room: Room; silent: boolean }) {
  if (room.phase === 'loading') return <MessageSkeletons />;
  if (room.phase === 'failed') {
    return <ErrorState title={t`We couldn’t load the messages`} error={room.error} onRetry={() => void room.load()} />;
  }
  return (
    <EmptyState title={t`No messages yet`}>{silent ? null : t`Be the first to start the conversation!`}</EmptyState>
  );
}

/** All messages of a room, the newest at the end. */
export function MessageList({ room, label, list, atEnd, toEnd, silent, otherReadSeq }: ListProps) {
  useWatching(room, atEnd);
  // A group must be in the document before its chunks are rendered, hence the larger margin.
  const groups = useNearViewport(list, 4000);
  const parts = useNearViewport(list, 1500);
  const { firstNew } = room;
  const seen = useSeen(room, otherReadSeq);
  const seenRoot = seen && room.tree.rootOf(seen);
  const own = room.outbox.under(null);
  const shelves = groupChunks(room.tree.chunks);
  const newest = room.tree.newestRoot()?.id;
  const isEmpty = room.phase !== 'ready' || (room.tree.chunks.length === 0 && own.length === 0);
  return (
    <div className="chat-window relative flex min-h-0 flex-1 flex-col">
      {/* The reversed direction keeps the list scrolled to its end without a script. */}
      <div
        ref={list}
        className="chat-scroll flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-width:thin] focus-visible:-outline-offset-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        // Off while the person reads older messages, so that screen readers do not announce them as new.
        aria-live={atEnd ? 'polite' : 'off'}
        aria-label={label}
        aria-busy={room.older === 'loading'}
      >
        <div
          className={`chat-log flex flex-none flex-col justify-end pt-3 pb-1.5 ${isEmpty && room.phase !== 'loading' ? 'my-auto' : ''}`}
        >
          <div className="chat-said invisible flex-none">
            {isEmpty ? (
              <ListState room={room} silent={silent} />
            ) : (
              <>
                <OlderFailed room={room} />
                {shelves.map((chunks, index) => (
                  <MessageChunkGroup
                    key={chunks[0]?.group}
                    chunks={chunks}
                    groups={groups}
                    parts={parts}
                    continues={isContinued(room, shelves[index - 1]?.at(-1)?.roots.at(-1), chunks[0]?.roots[0])}
                    firstNew={firstNew && chunks.some(({ roots }) => roots.includes(firstNew)) ? firstNew : undefined}
                    seen={seenRoot && chunks.some(({ roots }) => roots.includes(seenRoot)) ? seen : undefined}
                  />
                ))}
                {own.map((pending, index) => (
                  <PendingItem key={pending.nonce} pending={pending} above={index === 0 ? newest : own[index - 1]} />
                ))}
              </>
            )}
          </div>
        </div>
      </div>
      {atEnd || isEmpty ? null : (
        <button
          type="button"
          className="absolute inset-x-0 bottom-2.5 z-2 mx-auto inline-flex min-h-9 w-fit items-center gap-2 rounded-full bg-ink px-4 py-1.5 text-sm font-[650] whitespace-nowrap text-paper shadow-float forced-colors:border"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden="true" />
          {room.unseen > 0 ? t`${plural({ messages: room.unseen }, { other: '# new' })}` : t`Jump to latest`}
        </button>
      )}
    </div>
  );
}
