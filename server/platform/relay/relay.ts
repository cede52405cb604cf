import { randomBytes } from 'node:crypto';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { Presence } from '#server/platform/live/presence.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import type { News } from './broadcast.ts';
import { createJoiner, partsOf } from './notification-parts.ts';

const channel = 'fanfare_live';
const presentEveryMs = 5000;
const present = 'present';

export interface Relay {
  /** To every other process on this database. */
  send(news: News): void;
  /** What the others send, from when this resolves; `missed` when this process could not hear for a while. */
  listen(hear: (news: News) => void, missed: () => void): Promise<void>;
  close(): void;
}

/**
 * Processes on one database tell each other by NOTIFY: a worker without sockets its web nodes, and these one another; and the database
 * tells all of them (migration 0023). A listener that is alone (`Presence`) has nobody to tell, and spares the database that. Who has
 * just come says so before it has sockets. A process that does not listen cannot know who does, and always sends.
 *
 * A message is `<sender> present`, or `<sender> <number> <index> <count> <part>`: one part of a numbered message, as JSON.
 */
export function createRelay(db: Database, log: Logger, { everyMs = presentEveryMs } = {}): Relay {
  const own = randomBytes(6).toString('hex');
  const presence = new Presence(everyMs);
  const join = createJoiner();
  let sent = 0;
  let isClosed = false;
  let rounds: NodeJS.Timeout | undefined;
  const notify = createBatches(async (messages: string[][]) => {
    await db.sql`select pg_notify(${channel}, part) from unnest(${messages.flat()}::text[]) as part`;
    return messages.map(() => true);
  });

  /** Answers whether it is on its way. */
  const say = (messages: string[]): Promise<boolean> =>
    notify(messages).catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'live news could not reach other nodes');
      return false;
    });

  /** Another process's news, once all of its parts are here. */
  function newsOf(message: string): News | undefined {
    const [sender = '', number = '', index = '', count = ''] = message.split(' ', 4);
    if (sender === own) return undefined;
    const text = message.slice(sender.length + number.length + index.length + count.length + 4);
    const whole = join({ of: `${sender} ${number}`, index: Number(index), count: Number(count), text });
    return whole === undefined ? undefined : (JSON.parse(whole) as News);
  }

  return {
    send(news) {
      if (isClosed || presence.isAlone) return;
      sent += 1;
      const parts = partsOf(JSON.stringify(news));
      void say(parts.map((part, index) => `${own} ${sent} ${index} ${parts.length} ${part}`));
    },
    async listen(hear, missed) {
      const onMessage = (message: string) => {
        const [sender, word] = message.split(' ', 2);
        if (word !== present) {
          const news = newsOf(message);
          if (news) hear(news);
        } else if (sender !== own) presence.hearAnother();
        else if (presence.hearItself(performance.now())) missed();
      };
      let mayHaveMissed = false;
      const onListening = () => {
        // What was sent while no connection listened is nowhere any more.
        if (mayHaveMissed) missed();
        mayHaveMissed = true;
        presence.begin();
      };
      const subscribe = () =>
        db.sql.listen(channel, onMessage, onListening).catch((error: unknown) => {
          // The driver goes on trying, as long as its pool is not ended.
          mayHaveMissed = true;
          log.warn({ err: error }, 'cannot listen to the news of other nodes yet');
        });
      await subscribe();
      db.onReturn(() => !isClosed && void subscribe());
      rounds = setInterval(() => {
        presence.nextRound();
        void say([`${own} ${present}`]);
      }, everyMs).unref();
      if (!(await say([`${own} ${present}`]))) presence.beginUnheard();
    },
    close() {
      isClosed = true;
      clearInterval(rounds);
    },
  };
}
