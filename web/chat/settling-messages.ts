import type { Message } from '#contract/chat/chat.ts';
import type { Room } from './room.ts';

/** After this time, all earlier messages have surely arrived. Between nodes, messages can change order by milliseconds. */
const settlesMs = 2000;

/**
 * The live messages that have not settled yet: a catch-up reads them again, together with earlier messages that arrive late. None settles
 * before the room is joined, because a catch-up may still have to read the messages before it.
 */
export class SettlingMessages {
  readonly #room: Pick<Room, 'joined' | 'settledSeq'>;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(room: Pick<Room, 'joined' | 'settledSeq'>) {
    this.#room = room;
  }

  add({ seq }: Pick<Message, 'seq'>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#room.joined) this.#room.settledSeq = Math.max(this.#room.settledSeq, seq);
    }, settlesMs);
    this.#timers.add(timer);
  }

  /** Call it when the connection is lost. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
