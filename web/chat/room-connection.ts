import type { JoinedRoom } from '#contract/chat/socket-events.ts';
import { limits } from '#contract/limits.ts';
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
import { reportUnsent, sendWaiting } from './send-message.ts';
import { subscribeToRoom } from './subscribe-to-room.ts';

const rejoinDelayMs = 3000;
/** Statuses after which joining again is pointless. */
const finalStatuses = [400, 401, 403, 404];

/** Keeps a room joined and up to date while it is on screen. */
class RoomConnection {
  readonly #room: Room;
  readonly #state: JoinedState;
  readonly #stops: readonly (() => void)[];
  #ended = false;
  #joining = false;

  constructor(room: Room) {
    this.#room = room;
    room.isOnScreen = true;
    this.#state = new JoinedState(room, () => this.#askToJoin());
    room.refreshState = () => void this.#state.refreshState();
    this.#stops = [
      subscribeToRoom(room, this.#state),
      onChatStatus(() => (chatStatus() === 'connected' ? void this.join() : this.#disconnect())),
    ];
  }

  #askToJoin(): Promise<JoinedRoom> {
    const { channel, roomId } = this.#room;
    if (!roomId) throw new Error('cannot join a room without an id');
    const [event, payload] = socketEventsOf(channel, roomId).join;
    return emitWithAck<JoinedRoom>(event, payload);
  }

  #disconnect(): void {
    // From here on, the room misses reactions.
    if (this.#room.joined) this.#room.reactionsReadAt = 0;
    this.#room.typists.clear();
    this.#state.disconnect();
  }

  #mayJoin(): boolean {
    const { phase, roomId, joined } = this.#room;
    const isHere = !this.#ended && phase === 'ready' && roomId !== undefined;
    return isHere && chatStatus() === 'connected' && !this.#joining && joined === undefined;
  }

  /** Joins, catches up on missed messages, and sends the waiting ones. */
  join = async (): Promise<void> => {
    if (!this.#mayJoin()) return;
    const room = this.#room;
    let hasBroken = false;
    this.#joining = true;
    try {
      const isIn = await this.#state.enter(async ({ lastSeq }) => {
        if (lastSeq > room.settledSeq) await room.catchUp();
      });
      hasBroken = !isIn;
      if (isIn) {
        sendWaiting(room);
        room.refreshReactions();
      }
    } catch (error) {
      this.#joinLater(error);
    } finally {
      this.#joining = false;
    }
    // The connection broke during the join. The next one may already be open, and its join was skipped because this one was running.
    if (hasBroken) await this.join();
  };

  #joinLater(error: unknown): void {
    const isConnectionLoss = error instanceof NotConnectedError;
    if (!isConnectionLoss) logFailure('could not join the room', error);
    const isFinal = !isConnectionLoss && finalStatuses.includes(asAppError(error).status);
    if (!isFinal) setTimeout(() => void this.join(), rejoinDelayMs);
  }

  end(): void {
    const { channel, roomId, joined } = this.#room;
    this.#ended = true;
    this.#room.isOnScreen = false;
    this.#room.refreshState = () => undefined;
    for (const stop of this.#stops) stop();
    if (roomId && (joined || this.#joining)) {
      const [event, payload] = socketEventsOf(channel, roomId).leave;
      emitToChat(event, payload);
    }
    this.#disconnect();
    this.#room.leave();
    reportUnsent(this.#room);
  }
}

const logCatchUpFailure = (error: unknown) => logFailure('could not load newer messages', error);

/**
 * Polls for people without a socket: guests, and people who were signed out elsewhere. They catch up when they return to the tab, and
 * every 15 seconds while it is visible. Returns a stop function.
 */
function pollWithoutSocket(room: Room): () => void {
  let isReading = false;
  const poll = async () => {
    if (room.me && chatStatus() !== 'refused') return;
    if (document.hidden || room.phase !== 'ready' || isReading) return;
    isReading = true;
    await room.catchUp().catch(logCatchUpFailure);
    room.refreshReactions();
    isReading = false;
  };
  const timer = setInterval(poll, limits.chat.guestPollMs);
  document.addEventListener('visibilitychange', poll);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', poll);
  };
}

/** Loads the room and keeps it up to date while a component shows it. Call it from an effect. Returns a stop function. */
export function connectRoom(room: Room): () => void {
  const ready = async () => {
    if (room.phase !== 'ready') return room.load();
    // A person's socket reads stale ones after the join, so that none is missed in between.
    if (!room.me || room.reactionsReadAt === undefined) room.refreshReactions();
    if (!room.me) await room.catchUp().catch(logCatchUpFailure);
  };
  if (!room.me) {
    void ready();
    return pollWithoutSocket(room);
  }
  openChatSocket();
  const link = new RoomConnection(room);
  const stopFollowing = pollWithoutSocket(room);
  void ready().then(link.join);
  // After a failed load the person presses Retry. Join the room once that succeeds.
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
