import { randomBytes } from 'node:crypto';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import type { Broadcast } from './broadcast.ts';
import { createJoiner, partsOf } from './postgres-notify-parts.ts';
import { Presence } from './presence.ts';
import { createGapReport, type Relay, type RelayHandlers } from './relay.ts';

const channel = 'fanfare_live';
const heartbeatMs = 5000;
const [present, gap] = ['present', 'gap'];

/**
 * Relays broadcasts by NOTIFY. A subscriber that is alone on the database (`Presence`) publishes nothing; a new subscriber announces
 * itself before it has sockets. A process that does not subscribe cannot know who does, and always publishes.
 *
 * A message is `<sender> present`, `<sender> gap`, or `<sender> <number> <index> <count> <part>`: one part of the sender's broadcast
 * with this number, as JSON.
 */
export function createPostgresRelay(db: Database, log: Logger, { everyMs = heartbeatMs } = {}): Relay {
  const own = randomBytes(6).toString('hex');
  const presence = new Presence(everyMs);
  const join = createJoiner();
  let published = 0;
  let isClosed = false;
  let heartbeat: NodeJS.Timeout | undefined;
  const notify = createBatches(
    async (messages: string[][]) => {
      await db.sql`select pg_notify(${channel}, part) from unnest(${messages.flat()}::text[]) as part`;
      return messages.map(() => true);
    },
    // A failed statement may have been committed: sending its messages again could deliver them twice.
    { retryIndividually: () => false },
  );

  /** Returns whether the messages were sent. */
  const send = (messages: string[]): Promise<boolean> =>
    notify(messages).catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'could not publish to other nodes');
      return false;
    });
  const gapReport = createGapReport(() => send([`${own} ${gap}`]));

  /** Another process's broadcast, once all of its parts have arrived. */
  function broadcastOf(message: string): Broadcast | undefined {
    const [sender = '', number = '', index = '', count = ''] = message.split(' ', 4);
    const text = message.slice(sender.length + number.length + index.length + count.length + 4);
    const whole = join({ of: `${sender} ${number}`, index: Number(index), count: Number(count), text });
    return whole === undefined ? undefined : (JSON.parse(whole) as Broadcast);
  }

  function receive(message: string, { onBroadcast, onGap }: RelayHandlers): void {
    const [sender, word] = message.split(' ', 2);
    if (sender === own) {
      if (word === present && presence.hearItself(performance.now())) onGap();
    } else if (word === present) presence.hearAnother();
    else if (word === gap) onGap();
    else {
      const broadcast = broadcastOf(message);
      if (broadcast) onBroadcast(broadcast);
    }
  }

  return {
    publish(broadcast) {
      if (isClosed || presence.isAlone) return;
      published += 1;
      const parts = partsOf(JSON.stringify(broadcast));
      void send(parts.map((part, index) => `${own} ${published} ${index} ${parts.length} ${part}`)).then((isSent) => {
        if (!isSent && !isClosed) gapReport.start();
      });
    },
    async subscribe(handlers) {
      const { onGap } = handlers;
      const onMessage = (message: string) => {
        if (!isClosed) receive(message, handlers);
      };
      let isFirst = true;
      const onListening = () => {
        if (isClosed) return;
        if (!isFirst) onGap();
        isFirst = false;
        presence.begin();
      };
      await db.listen(channel, onMessage, onListening);
      // Where the first attempt failed, broadcasts may be lost before a later one succeeds.
      isFirst = false;
      heartbeat = setInterval(() => {
        presence.nextRound();
        void send([`${own} ${present}`]);
      }, everyMs).unref();
      if (!(await send([`${own} ${present}`]))) presence.beginUnheard();
    },
    close() {
      isClosed = true;
      gapReport.stop();
      clearInterval(heartbeat);
    },
  };
}
