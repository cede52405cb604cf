import { randomBytes } from 'node:crypto';
import { createBatches } from './batches.ts';
import type { Sql } from './db.ts';
import type { News } from './live-news.ts';
import type { Logger } from './log.ts';

const channel = 'fanfare_live';
/** A notification holds fewer than 8,000 bytes; a UTF-16 unit takes at most three of them. */
const partUnits = 2400;
/** Parts of one text arrive together; whatever stays incomplete is from a connection that broke. */
const incompleteAtMost = 100;
/** Each listener says so often that it is there; who has heard its own word so many times and nobody else's is alone. */
const presentEveryMs = 5000;
const aloneAfter = 3;
const present = 'present';

export interface Relay {
  /** To every other process on this database. */
  send(news: News): void;
  /** What the others send, from when this resolves; `missed` when this process could not hear for a while. */
  listen(hear: (news: News) => void, missed: () => void): Promise<void>;
  close(): void;
}

/** Cuts a text into parts, never through a character. */
export function partsOf(text: string, units: number = partUnits): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + units);
    if (to < text.length && /[\udc00-\udfff]/.test(text.charAt(to))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/**
 * Processes on one database tell each other by NOTIFY: a worker without sockets its web nodes, and these one another; and the database
 * tells all of them (migration 0023). A listener that is alone has nobody to tell, and spares the database that. Who has just come
 * says so before it has sockets; who does not hear itself cannot tell, and goes on sending.
 */
export function createRelay(sql: Sql, log: Logger, { everyMs = presentEveryMs } = {}): Relay {
  const own = randomBytes(6).toString('hex');
  let sent = 0;
  let closed = false;
  let heardItself = false;
  let heardItselfAt = Number.POSITIVE_INFINITY;
  /** How often nobody else was there. */
  let silences = 0;
  let saying: NodeJS.Timeout | undefined;
  const notify = createBatches(async (messages: string[][]) => {
    await sql`select pg_notify(${channel}, part) from unnest(${messages.flat()}::text[]) as part`;
    return messages.map(() => true);
  });
  const incomplete = new Map<string, string[]>();

  function messagesOf(news: News): string[] {
    sent += 1;
    return partsOf(JSON.stringify(news)).map((part, index, all) => `${own} ${sent} ${index} ${all.length} ${part}`);
  }

  /**
   * After a standstill as long as others may take to believe that they are alone, nobody knows what they did not send: they may have
   * looked right after they last heard of this one.
   */
  function heardPresence(sender: string, missed: () => void): void {
    if (sender !== own) {
      silences = 0;
      return;
    }
    const now = performance.now();
    if (now - heardItselfAt > everyMs * (aloneAfter - 1)) missed();
    heardItself = true;
    heardItselfAt = now;
  }

  function whole(message: string): string | undefined {
    const [sender = '', number = '', index = '', count = ''] = message.split(' ', 4);
    if (sender === own) return undefined;
    const part = message.slice(sender.length + number.length + index.length + count.length + 4);
    if (count === '1') return part;
    const key = `${sender} ${number}`;
    const parts = incomplete.get(key) ?? [];
    parts[Number(index)] = part;
    incomplete.set(key, parts);
    for (const oldest of incomplete.keys()) if (incomplete.size > incompleteAtMost) incomplete.delete(oldest);
    if (Object.keys(parts).length < Number(count)) return undefined;
    incomplete.delete(key);
    return parts.join('');
  }

  const say = (messages: string[]) =>
    notify(messages).then(
      () => true,
      (error: unknown) => {
        if (!closed) log.warn({ err: error }, 'live news could not reach other nodes');
        return false;
      },
    );

  return {
    send(news) {
      if (closed || silences >= aloneAfter) return;
      void say(messagesOf(news));
    },
    async listen(hear, missed) {
      let hasListened = false;
      const onMessage = (message: string) => {
        const [sender = '', word] = message.split(' ', 2);
        if (word === present) return heardPresence(sender, missed);
        const text = whole(message);
        if (text !== undefined) hear(JSON.parse(text) as News);
      };
      try {
        await sql.listen(channel, onMessage, () => {
          // What was sent while a connection was broken is nowhere any more.
          if (hasListened) missed();
          hasListened = true;
          heardItselfAt = Number.POSITIVE_INFINITY;
        });
      } catch (error) {
        log.error({ err: error }, 'live news of other nodes will not be heard');
        return;
      }
      saying = setInterval(() => {
        silences = heardItself ? silences + 1 : 0;
        heardItself = false;
        void say([`${own} ${present}`]);
      }, everyMs).unref();
      // Whoever could not say that they have come have missed what others did not send until they could.
      if (!(await say([`${own} ${present}`]))) heardItselfAt = Number.NEGATIVE_INFINITY;
    },
    close() {
      closed = true;
      clearInterval(saying);
    },
  };
}
