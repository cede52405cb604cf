import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { ChatReader } from './chat-reader.ts';
import { compareChat, inviteToChat, roomIds } from './chat-storm.ts';
import { ChatWriter } from './chat-writer.ts';
import { compareHistory } from './history.ts';
import { startCollecting, waitUntilSettled } from './kill-storm.ts';
import { invitePeople, peopleEnv } from './people.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';
import type { Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';

export interface FailoverReport {
  /** Pledges, changes and withdrawals. */
  operations: number;
  messages: number;
  /** Calls and messages that were sent again. */
  retried: number;
  /** Messages that a reader had not received over the socket 20 seconds after the last one was sent. */
  missed: number;
  /** Anything lost, duplicated, charged twice, or answered with 500. */
  violations: string[];
  check: { code: number | null; output: string };
  stops: (number | null)[];
  serverErrors: string;
}

/** Fewer than five, so that no card is declined. */
const fanCount = 4;
const chatters = 6;
const readers = 2;

/**
 * Two nodes on a PostgreSQL with a synchronous standby. Repeatedly kills the primary while fans pledge, a pool is charged and people chat, moves
 * the address to the standby, and promotes it a moment later.
 */
export async function failoverStorm({ failovers, seed }: { failovers: number; seed: number }): Promise<FailoverReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-failover-'));
  const database = await ReplicatedPostgres.start();
  const nodes: ServerProcess[] = [];
  const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  const random = seededRandom(seed);
  const chat: { writers: ChatWriter[]; readers: ChatReader[] } = { writers: [], readers: [] };
  try {
    for (const _ of [0, 1]) {
      const env = { ...peopleEnv, DATABASE_URL: database.url, DATABASE_POOL: '6' };
      const node = new ServerProcess({ dataDir, port: await freePort(), env });
      nodes.push(node);
      node.spawn();
    }
    await Promise.all(nodes.map((node) => node.ready()));
    const urls = nodes.map(({ url }) => url);
    const people = await invitePeople(urls[0] ?? '', traffic, fanCount, seed);
    const chatPeople = await database.onPrimary((sql) => inviteToChat(sql, chatters + readers));
    for (const [index, person] of chatPeople.entries()) {
      if (index < readers) chat.readers.push(new ChatReader(urls[index % 2] ?? '', person.cookie, roomIds));
      else chat.writers.push(new ChatWriter(person, chatPeople, urls, seededRandom(seed + index), index));
    }
    let over = false;
    const isOver = () => over;
    const storm = Promise.all([
      ...people.fans.map((fan) => fan.storm(people.stormed, isOver)),
      ...chat.writers.map((writer) => writer.write(roomIds, isOver)),
    ]);
    storm.catch(() => undefined);
    const collected: string[] = [];
    for (let count = 1; count <= failovers; count += 1) {
      await sleep(random.between(300, 1000));
      collected.push(await startCollecting(people, random));
      await sleep(random.between(0, 300));
      await database.cutReplication();
      await sleep(300);
      database.losePrimary();
      await database.moveAddress();
      // The nodes meet a database that only serves reads.
      await sleep(random.between(1000, 1500));
      await database.promote();
      await Promise.all(nodes.map((node) => node.ready()));
      if (count < failovers) await database.addStandby();
    }
    await sleep(500);
    over = true;
    await storm;
    const ends = new Map(collected.map((poolId) => [poolId, ['paid']]));
    const history = await database.onPrimary(async (sql) => {
      await waitUntilSettled(sql);
      return {
        pledges: await compareHistory(sql, people.fans, ends),
        chat: await compareChat(sql, chat.writers, chat.readers),
      };
    });
    const check = await nodes[0]?.cli('check');
    const stops = await Promise.all(nodes.map((node) => node.stop()));
    return {
      operations: people.fans.reduce((sum, fan) => sum + fan.operations, 0),
      messages: chat.writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      retried: traffic.retried + chat.writers.reduce((sum, writer) => sum + writer.repeated, 0),
      missed: history.chat.missed,
      violations: [
        ...people.fans.flatMap((fan) => fan.violations),
        ...history.pledges,
        ...history.chat.violations,
        ...traffic.faults,
      ],
      check: check ?? { code: null, output: '' },
      stops: stops.map(({ code }) => code),
      serverErrors: nodes.map(({ output }) => output).join('\n'),
    };
  } finally {
    for (const one of [...chat.writers, ...chat.readers]) one.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
