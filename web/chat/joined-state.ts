import type { JoinedRoom, RoomRules } from '#contract/socket-events.ts';
import { NotConnectedError } from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import type { Room } from './room.ts';

type Rules = Pick<RoomRules, 'slowModeSeconds' | 'muted'>;

/** A mute ends by the server's clock, and this one may differ: asked no sooner than this, and at least once an hour. */
const muteAskedMs = { atLeast: 5000, atMost: 3_600_000 };

function withRules(joined: JoinedRoom, { slowModeSeconds, muted }: Rules): JoinedRoom {
  return {
    ...joined,
    slowModeSeconds: slowModeSeconds ?? joined.slowModeSeconds,
    // Only rooms that everybody may write in have rules: there a mute is all that can keep somebody from writing.
    ...(muted === undefined ? {} : { muted, canSend: muted === null }),
  };
}

/**
 * `joined` of a room: what the server answered when it was last asked, with the rules it has told since. Asks again by itself when a
 * mute should have run out. What was asked on a connection that broke meanwhile no longer counts.
 */
export class JoinedState {
  readonly #room: Pick<Room, 'joined' | 'changed'>;
  readonly #ask: () => Promise<JoinedRoom>;
  /** Counts the connections, so that what was begun on an earlier one is recognized. */
  #connection = 0;
  /** What was told on this connection. What came while the server was asked, its answer may or may not contain. */
  #told: Rules[] = [];
  #muteEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Pick<Room, 'joined' | 'changed'>, ask: () => Promise<JoinedRoom>) {
    this.#room = room;
    this.#ask = ask;
  }

  /** Asks, and counts as joined once `prepare` is through as well. False where the connection broke on the way. */
  async enter(prepare: (joined: JoinedRoom) => Promise<void> = async () => undefined): Promise<boolean> {
    const connection = this.#connection;
    const known = this.#told.length;
    const joined = await this.#ask();
    if (connection === this.#connection) await prepare(joined);
    if (connection !== this.#connection) return false;
    this.#become(this.#told.slice(known).reduce(withRules, joined));
    return true;
  }

  askAgain = async (): Promise<void> => {
    if (!this.#room.joined) return;
    const connection = this.#connection;
    try {
      await this.enter();
    } catch (error) {
      if (!(error instanceof NotConnectedError)) logFailure('how the room stands is not known', error);
      // What is known still holds, and so does the time at which to ask.
      if (this.#room.joined && connection === this.#connection) this.#become(this.#room.joined);
    }
  };

  hear(rules: Rules): void {
    this.#told.push(rules);
    if (this.#room.joined) this.#become(withRules(this.#room.joined, rules));
  }

  /** The connection is gone, or nobody looks at the room any more. */
  lose(): void {
    this.#connection += 1;
    this.#told = [];
    clearTimeout(this.#muteEnds);
    this.#room.joined = undefined;
    this.#room.changed();
  }

  #become(joined: JoinedRoom): void {
    clearTimeout(this.#muteEnds);
    this.#room.joined = joined;
    this.#room.changed();
    const until = joined.muted?.until;
    if (!until) return;
    const inMs = Math.min(Math.max(Date.parse(until) - Date.now(), muteAskedMs.atLeast), muteAskedMs.atMost);
    this.#muteEnds = setTimeout(this.askAgain, inMs);
  }
}
