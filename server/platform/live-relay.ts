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

export interface Relay {
  /** To every other process on this database. */
  send(news: News): void;
  /** What the others send. */
  listen(hear: (news: News) => void): void;
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
 * tells all of them (migration 0023). Who is alone has nobody to tell, and only listens.
 */
export function createRelay(sql: Sql, log: Logger, { isAlone }: { isAlone: boolean }): Relay {
  const own = randomBytes(6).toString('hex');
  let sent = 0;
  let closed = false;
  const notify = createBatches(async (texts: string[]) => {
    const parts = texts.flatMap((text) => {
      sent += 1;
      return partsOf(text).map((part, index, all) => `${own} ${sent} ${index} ${all.length} ${part}`);
    });
    await sql`select pg_notify(${channel}, part) from unnest(${parts}::text[]) as part`;
    return texts.map(() => true);
  });
  const incomplete = new Map<string, string[]>();

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

  return {
    send(news) {
      if (closed || isAlone) return;
      notify(JSON.stringify(news)).catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'live news could not reach other nodes');
      });
    },
    listen(hear) {
      const onMessage = (message: string) => {
        const text = whole(message);
        if (text !== undefined) hear(JSON.parse(text) as News);
      };
      sql
        .listen(channel, onMessage)
        .catch((error: unknown) => log.error({ err: error }, 'live news of other nodes will not be heard'));
    },
    close() {
      closed = true;
    },
  };
}
