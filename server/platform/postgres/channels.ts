import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Wire } from './wire.ts';

interface Listener {
  onMessage: (payload: string) => void;
  onListening: () => void;
}

const retryMs = 200;

/** Listens to channels of PostgreSQL on one connection, and on another one when it is lost. */
export class Channels {
  readonly #open: () => Wire;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Listener>();
  #wire: Wire | undefined;
  #isKept = false;
  #isClosed = false;

  constructor(open: () => Wire, log: Logger) {
    this.#open = open;
    this.#log = log;
  }

  /** Resolves after the first try. `onListening` runs each time a connection begins to listen. */
  async listen(
    channel: string,
    onMessage: Listener['onMessage'],
    onListening: Listener['onListening'] = () => undefined,
  ): Promise<void> {
    this.#listeners.set(channel, { onMessage, onListening });
    try {
      this.#wire ??= this.#connect();
      await this.#begin(this.#wire, channel);
    } catch (error) {
      // The next connection listens to it.
      this.#log.warn({ err: error, channel }, 'could not listen to the database channel; trying again');
    }
    if (!this.#isKept) void this.#keepListening();
    this.#isKept = true;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #keepListening(): Promise<void> {
    while (!this.#isClosed) {
      await this.#wire?.lost.catch(() => undefined);
      await sleep(retryMs);
      try {
        const wire = this.#connect();
        // At once, so that `listen` does not open another one.
        this.#wire = wire;
        for (const channel of this.#listeners.keys()) await this.#begin(wire, channel);
      } catch (error) {
        this.#log.debug({ err: error }, 'could not listen to the database');
        this.#wire?.destroy();
      }
    }
  }

  #connect(): Wire {
    if (this.#isClosed) throw new Error('the database is closed');
    const wire = this.#open();
    wire.onNotification((channel, payload) => this.#hear(channel, payload));
    return wire;
  }

  async #begin(wire: Wire, channel: string): Promise<void> {
    await wire.command(`listen "${channel}"`);
    this.#listeners.get(channel)?.onListening();
  }

  #hear(channel: string, payload: string): void {
    try {
      this.#listeners.get(channel)?.onMessage(payload);
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'could not read a message of the database channel');
    }
  }
}
