import { setTimeout as sleep } from 'node:timers/promises';
import { onNewEvents } from '#server/events/event-wake.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { claimRequests } from './claim-requests.ts';
import { hasEndpoints } from './endpoints.sql.ts';
import { feedDeliveries } from './feed-deliveries.ts';
import { type Claim, sendDeliveries } from './send-delivery.ts';
import type { Lane } from './sending.sql.ts';

/**
 * The most requests of a process at once. Endpoints whose last try failed or was slow get at most half of them, and one each. A person with
 * many endpoints gets no more than this.
 */
const requestsMax = 200;
const failingMax = requestsMax / 2;
const perPerson = 8;
export const lanes = {
  healthy: { isFailing: false, atOnce: 2, perPerson },
  failing: { isFailing: true, atOnce: 1, perPerson },
} satisfies Record<string, Lane>;
/** Longer than a try can take, with what it reads and stores. */
const leaseMs = 45_000;
const pollMs = 5000;
/** A retry that comes sooner than this gets its own timer. */
const timedMs = 60_000;
const stopWithinMs = 5000;

export interface Sender {
  start(): Promise<void>;
  /** Looks for new events and due deliveries now. */
  wake(): void;
  stop(): Promise<void>;
}

/** Sends the deliveries of this process: one loop, in which endpoints take turns. Several processes share the work by leases. */
export const webhookSender = contextState((context: MoneyContext): Sender => {
  const { db, log } = context;
  const running = new Map<string, { isFailing: boolean; done: Promise<void> }>();
  const stopping = new AbortController();
  /** Ends before the requests do. */
  const feeding = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let isStarted = false;
  let looping: Promise<void> | undefined;
  let again = false;
  let forget: (() => void) | undefined;

  async function claim(lane: Lane): Promise<Claim[]> {
    const free = requestsMax - running.size;
    const ofFailing = [...running.values()].filter(({ isFailing }) => isFailing).length;
    const limit = lane.isFailing ? Math.min(free, failingMax - ofFailing) : free;
    if (limit <= 0) return [];
    return db.tx((tx) => claimRequests(context, tx, lane, { limit, leaseMs }));
  }

  function launch(claim: Claim, { isFailing }: Lane): void {
    const [id = ''] = claim.deliveryIds;
    const done = sendDeliveries(context, claim, stopping.signal)
      .then((goesOnMs) => {
        if (goesOnMs !== undefined && goesOnMs < timedMs) wakeIn(goesOnMs);
      })
      .catch((error: unknown) => {
        // Its lease ends, and another try follows.
        if (!stopping.signal.aborted) log.warn({ err: error, deliveryId: id }, 'a webhook could not be sent');
      })
      .finally(() => {
        running.delete(id);
        wake();
      });
    running.set(id, { isFailing, done });
  }

  function wakeIn(ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake();
    }, ms).unref();
    timers.add(timer);
  }

  async function look(): Promise<void> {
    do {
      again = false;
      if (!(await hasEndpoints(db.sql))) return;
      if (await feedDeliveries(context, feeding.signal)) again = true;
      await fill(lanes.healthy);
      await fill(lanes.failing);
    } while (again && isStarted);
  }

  async function fill(lane: Lane): Promise<void> {
    if (!isStarted) return;
    for (const claimed of await claim(lane)) launch(claimed, lane);
  }

  function wake(): void {
    if (!isStarted) return;
    again = true;
    looping ??= look()
      .catch((error: unknown) => {
        // The clock looks again.
        again = false;
        log.warn({ err: error }, 'could not look for webhooks to send');
      })
      .finally(() => {
        looping = undefined;
        if (again) wake();
      });
  }

  return {
    async start() {
      isStarted = true;
      forget = await onNewEvents(context, wake);
      timers.add(setInterval(wake, pollMs).unref());
      wake();
    },
    wake,
    async stop() {
      forget?.();
      for (const timer of timers) clearTimeout(timer);
      isStarted = false;
      feeding.abort();
      await looping;
      const ended = Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })]);
      stopping.abort();
      await ended;
    },
  };
});
