import type { JoinedRoom, RoomRules } from '#contract/chat/socket-events.ts';
import { NotConnectedError } from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import type { Room } from './room.ts';

/** Changes of the joined state that arrive as events. */
type Rules = Pick<RoomRules, 'slowModeSeconds' | 'muted'> & Partial<Pick<JoinedRoom, 'otherReadSeq'>>;

/** Limits of the wait before asking about a mute. It ends by the server's clock, from which this clock may differ. */
const muteCheckMs = { min: 5000, max: 3_600_000 };

function withRules(joined: JoinedRoom, { slowModeSeconds, muted, otherReadSeq }: Rules): JoinedRoom {
  return {
    ...joined,
    slowModeSeconds: slowModeSeconds ?? joined.slowModeSeconds,
    otherReadSeq: joined.otherReadSeq === null ? null : Math.max(joined.otherReadSeq, otherReadSeq ?? 0),
    // Only rooms in which everyone may write have rules, so a mute is the only thing that can stop a person from writing.
    ...(muted === undefined ? {} : { muted, canSend: muted === null }),
  };
}

/**
 * Maintains `joined` of a room: the server's last answer to a join, updated by the rules that it has sent since. Asks again when a mute
 * should have expired. Ignores answers to requests of an earlier connection.
 */
export class JoinedState {
  readonly #room: Pick<Room, 'joined' | 'changed'>;
  readonly #ask: () => Promise<JoinedRoom>;
  /** Counts the connections, so that results of an earlier connection are recognized. */
  #connection = 0;
  /** The rules received on this connection. Those received during a request are applied again to its answer, which may be older. */
  #received: Rules[] = [];
  #muteEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Pick<Room, 'joined' | 'changed'>, ask: () => Promise<JoinedRoom>) {
    this.#room = room;
    this.#ask = ask;
  }

  /** Joins the room; it counts as joined once `prepare` has finished. False if the connection broke before then. */
  async enter(prepare: (joined: JoinedRoom) => Promise<void> = async () => undefined): Promise<boolean> {
    const connection = this.#connection;
    const known = this.#received.length;
    const joined = await this.#ask();
    if (connection === this.#connection) await prepare(joined);
    if (connection !== this.#connection) return false;
    this.#setJoined(this.#received.slice(known).reduce(withRules, joined));
    return true;
  }

  refreshState = async (): Promise<void> => {
    if (!this.#room.joined) return;
    const connection = this.#connection;
    try {
      await this.enter();
    } catch (error) {
      if (!(error instanceof NotConnectedError)) logFailure('could not read the state of the room', error);
      // Keep the known state and schedule the next request.
      if (this.#room.joined && connection === this.#connection) this.#setJoined(this.#room.joined);
    }
  };

  applyRules(rules: Rules): void {
    this.#received.push(rules);
    if (this.#room.joined) this.#setJoined(withRules(this.#room.joined, rules));
  }

  /** Call it when the connection is lost or the room leaves the screen. */
  disconnect(): void {
    this.#connection += 1;
    this.#received = [];
    clearTimeout(this.#muteEnds);
    this.#room.joined = undefined;
    this.#room.changed();
  }

  #setJoined(joined: JoinedRoom): void {
    clearTimeout(this.#muteEnds);
    this.#room.joined = joined;
    this.#room.changed();
    const until = joined.muted?.until;
    if (!until) return;
    const inMs = Math.min(Math.max(Date.parse(until) - Date.now(), muteCheckMs.min), muteCheckMs.max);
    this.#muteEnds = setTimeout(this.refreshState, inMs);
  }
}
