import type { Message } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
import type { JoinedRoom } from '#contract/socket-events.ts';
import { asAppError } from '#web/data/call.ts';
import {
  chatStatus,
  emitToChat,
  emitWithAck,
  NotConnectedError,
  onChatStatus,
  openChatSocket,
} from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import { socketEventsOf } from './channel.ts';
import { JoinedState } from './joined-state.ts';
import type { Room } from './room.ts';
import { sendWaiting } from './send-message.ts';
import { subscribeToRoom } from './subscribe-to-room.ts';

/** What came before this has surely come: between nodes messages may change places, by milliseconds. */
const settlesMs = 2000;
const againMs = 3000;
/** Refusals that would be the same the next time. */
const hopeless = [400, 401, 403, 404];

/** Keeps a room joined and up to date for as long as somebody looks at it. */
class RoomLink {
  readonly #room: Room;
  readonly #state: JoinedState;
  readonly #stops: readonly (() => void)[];
  readonly #settling = new Set<ReturnType<typeof setTimeout>>();
  #ended = false;
  #joining = false;

  constructor(room: Room) {
    this.#room = room;
    this.#state = new JoinedState(room, () => this.#askToJoin());
    room.askAgain = () => void this.#state.askAgain();
    this.#stops = [
      subscribeToRoom(room, this.#state, (message) => this.#hear(message)),
      onChatStatus(() => (chatStatus() === 'connected' ? void this.join() : this.#lose())),
    ];
  }

  /** Until it has settled, a catch-up reads this message again, and so whatever was still to come before it. */
  #hear(message: Message): void {
    this.#room.hear(message);
    const timer = setTimeout(() => {
      this.#settling.delete(timer);
      this.#room.settledSeq = Math.max(this.#room.settledSeq, message.seq);
    }, settlesMs);
    this.#settling.add(timer);
  }

  #askToJoin(): Promise<JoinedRoom> {
    const { channel, roomId } = this.#room;
    if (!roomId) throw new Error('a room without a name cannot be joined');
    const [event, payload] = socketEventsOf(channel, roomId).join;
    return emitWithAck<JoinedRoom>(event, payload);
  }

  #lose(): void {
    for (const timer of this.#settling) clearTimeout(timer);
    this.#settling.clear();
    this.#room.typists.clear();
    this.#state.lose();
  }

  #mayJoin(): boolean {
    const { phase, roomId, joined } = this.#room;
    const isHere = !this.#ended && phase === 'ready' && roomId !== undefined;
    return isHere && chatStatus() === 'connected' && !this.#joining && joined === undefined;
  }

  /** Joins, catches up with what was missed, and sends what could not be sent. */
  join = async (): Promise<void> => {
    if (!this.#mayJoin()) return;
    const room = this.#room;
    let isVoid = false;
    this.#joining = true;
    try {
      const isIn = await this.#state.enter(async ({ lastSeq }) => {
        if (lastSeq > room.settledSeq) await room.catchUp();
      });
      isVoid = !isIn;
      if (isIn) sendWaiting(room);
    } catch (error) {
      this.#joinLater(error);
    } finally {
      this.#joining = false;
    }
    // The connection broke on the way; the next one may be there already, and found this one still busy.
    if (isVoid) await this.join();
  };

  #joinLater(error: unknown): void {
    const isBreak = error instanceof NotConnectedError;
    if (!isBreak) logFailure('the room could not be joined', error);
    if (isBreak || !hopeless.includes(asAppError(error).status)) setTimeout(() => void this.join(), againMs);
  }

  end(): void {
    const { channel, roomId, joined } = this.#room;
    this.#ended = true;
    this.#room.askAgain = () => undefined;
    for (const stop of this.#stops) stop();
    if (roomId && (joined || this.#joining)) {
      const [event, payload] = socketEventsOf(channel, roomId).leave;
      emitToChat(event, payload);
    }
    this.#lose();
    this.#room.leave();
  }
}

const tellLost = (error: unknown) => logFailure('newer messages could not be loaded', error);

/**
 * Guests, and people who were signed out elsewhere, have no socket. They catch up when they come back to the tab, and every 15 seconds
 * while they look at it.
 */
function followFromAfar(room: Room): () => void {
  let isReading = false;
  const look = async () => {
    if (room.me && chatStatus() !== 'refused') return;
    if (document.hidden || room.phase !== 'ready' || isReading) return;
    isReading = true;
    await room.catchUp().catch(tellLost);
    isReading = false;
  };
  const timer = setInterval(look, limits.chat.guestPollMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** From an effect of whoever shows the room; returns how to stop. */
export function linkRoom(room: Room): () => void {
  const ready = async () => {
    if (room.phase !== 'ready') return room.load();
    if (!room.hasReactions) room.loadReactions();
    if (!room.me) await room.catchUp().catch(tellLost);
  };
  if (!room.me) {
    void ready();
    return followFromAfar(room);
  }
  openChatSocket();
  const link = new RoomLink(room);
  const stopFollowing = followFromAfar(room);
  void ready().then(link.join);
  // After a failure the person presses Retry; what is read then is joined.
  let { phase } = room;
  const unwatch = room.subscribe(() => {
    const isReadyNow = room.phase === 'ready' && phase !== 'ready';
    phase = room.phase;
    if (isReadyNow) void link.join();
  });
  return () => {
    unwatch();
    stopFollowing();
    link.end();
  };
}
