import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { getUnreadTotals, readConversation, readRoom } from '#contract/calls/chat.ts';
import type { Conversation } from '#contract/chat/chat.ts';
import { call } from '#web/data/call.ts';
import { chatStatus } from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import { setActiveConversation } from './active-conversation.ts';
import { isFor } from './channel.ts';
import { myConversations } from './chat-queries.ts';
import { pause } from './pause.ts';
import type { Room } from './room.ts';

/** The newest messages to check for mentions. The notices of older ones are marked as read elsewhere. */
const checkedMessages = 100;
/** The pause after a request. It doubles while messages keep coming, because every reader of a busy chat sends these requests. */
const pauseMs = { first: 250, max: 4000 };

/** The conversation of a room; undefined for a category, which has none. */
const conversationIdOf = ({ channel, roomId }: Room) => (channel.kind === 'category' ? undefined : roomId);

/** Reports on the server that the person has read a room up to its newest message. */
class ReadReporter {
  readonly #room: Room;
  readonly #queries: QueryClient;
  #seenSeq = -1;
  #reportedSeq = -1;
  #isRunning = false;
  /** Whether the person has written in a pool's chat since the join, which adds it to their conversations. */
  #hasWritten = false;

  constructor(room: Room, queries: QueryClient) {
    this.#room = room;
    this.#queries = queries;
  }

  /**
   * Messages count as unread only in the person's conversations. Elsewhere, only mentions and replies matter, because of their notices.
   * Undefined until the join of a pool's chat answers. A refused socket never joins.
   */
  #isListed(): boolean | undefined {
    const { channel, joined } = this.#room;
    if (channel.kind === 'category') return false;
    if (channel.kind === 'conversation' || this.#hasWritten || chatStatus() === 'refused') return true;
    return joined?.listed;
  }

  /** Call it while the person sees the newest message. `isRead`: the server already counts none of these messages as unread. */
  see(isRead: boolean): void {
    const { me, latestSeq, tree } = this.#room;
    const since = this.#seenSeq;
    if (!me || latestSeq <= since) return;
    const arrived = [...tree.messages.values()].slice(-checkedMessages).filter(({ seq }) => seq > since);
    if (since !== -1) this.#hasWritten ||= arrived.some(({ senderId }) => senderId === me);
    const isListed = this.#isListed();
    if (isListed === undefined) return;
    this.#seenSeq = latestSeq;
    const isReported = isRead && since === -1;
    if (!isReported && (isListed || arrived.some((message) => isFor(me, message)))) void this.#run();
    else if (this.#reportedSeq === since) this.#reportedSeq = latestSeq;
  }

  /** Reports again if messages for the person were edited since. */
  seeEdits(): void {
    const { editsForMe } = this.#room;
    if (editsForMe.count === editsForMe.reported) return;
    editsForMe.reported = editsForMe.count;
    this.#reportedSeq = Math.min(this.#reportedSeq, this.#seenSeq - 1);
    void this.#run();
  }

  /** Reports without a pause, because the room leaves the screen. */
  flush = (): void => {
    if (this.#seenSeq > this.#reportedSeq) void this.#report();
  };

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let waitMs = pauseMs.first; this.#seenSeq > this.#reportedSeq; waitMs = Math.min(2 * waitMs, pauseMs.max)) {
      if (!(await this.#report())) break;
      await pause(waitMs);
    }
    this.#isRunning = false;
  }

  /** False if the request failed. The next message, or leaving the room, reports again. */
  async #report(): Promise<boolean> {
    const { channel, roomId } = this.#room;
    const id = conversationIdOf(this.#room);
    const before = this.#reportedSeq;
    this.#reportedSeq = this.#seenSeq;
    if (!roomId) return true;
    const queries = this.#queries;
    queries.setQueryData<Conversation[]>(myConversations.queryKey, (list) =>
      list?.map((each) => (each.id === id ? { ...each, unreadCount: 0 } : each)),
    );
    const options = { isChange: false, keepalive: true } as const;
    try {
      await (id
        ? call(readConversation, { params: { id } }, options)
        : call(readRoom, { params: { roomId } }, options));
      // The totals count direct conversations only.
      if (channel.kind === 'conversation' && channel.type === 'direct')
        void queries.invalidateQueries({ queryKey: [getUnreadTotals.path] });
      return true;
    } catch (error) {
      this.#reportedSeq = before;
      logFailure('could not mark a room as read', error);
      return false;
    }
  }
}

/**
 * Marks the messages of the room on screen as read: immediately in this tab, then on the server and in other tabs. Give `unreadCount`
 * if it is known: without unread messages, opening the room sends nothing.
 */
export function useMarkRead(room: Room, unreadCount?: number): void {
  const queries = useQueryClient();
  const reporter = useMemo(() => new ReadReporter(room, queries), [room, queries]);
  const known = useRef(unreadCount);
  known.current = unreadCount;
  const { phase, watched, latestSeq, joined, editsForMe } = room;
  const id = conversationIdOf(room);

  useEffect(() => {
    const update = () => setActiveConversation(document.hidden ? undefined : id);
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      setActiveConversation(undefined);
    };
  }, [id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message, and once the room is joined
  useEffect(() => {
    if (phase === 'ready' && watched && !document.hidden) reporter.see(known.current === 0);
  }, [reporter, phase, watched, latestSeq, joined]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each edit
  useEffect(() => {
    if (watched && !document.hidden) reporter.seeEdits();
  }, [reporter, watched, editsForMe.count]);

  useEffect(() => {
    addEventListener('pagehide', reporter.flush);
    return () => {
      removeEventListener('pagehide', reporter.flush);
      reporter.flush();
    };
  }, [reporter]);
}
