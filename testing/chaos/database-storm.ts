import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { ChatReader } from './chat-reader.ts';
import { compareChat, inviteToChat, roomIds } from './chat-storm.ts';
import { ChatWriter } from './chat-writer.ts';
import { compareHistory, withServerDatabase } from './history.ts';
import { waitUntilSettled } from './kill-storm.ts';
import { invitePeople, peopleEnv } from './people.ts';
import type { Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';

export interface DatabaseStormOptions {
  /** `postmaster`: the first process of PostgreSQL; `backend`: one of those that serve a connection. */
  victim: 'postmaster' | 'backend';
  kills: number;
  seed: number;
}

export interface DatabaseStormReport {
  /** Pledges, changes and withdrawals. */
  operations: number;
  messages: number;
  /** Calls and messages that were sent again. */
  retried: number;
  /** Messages that a reader had not received over the socket 20 seconds after the last one was sent. */
  missed: number;
  /** Anything lost, duplicated, or answered with 500. */
  violations: string[];
  check: { code: number | null; output: string };
  stop: { code: number | null; ms: number };
  serverErrors: string;
}

const chatters = 8;
const readers = 2;

/** Kills processes of the embedded database while fans pledge and people chat. The server process keeps running. */
export async function databaseStorm({ victim, kills, seed }: DatabaseStormOptions): Promise<DatabaseStormReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chaos-'));
  const server = new ServerProcess({ dataDir, port: await freePort(), env: peopleEnv });
  const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  const random = seededRandom(seed);
  const chat: { writers: ChatWriter[]; readers: ChatReader[] } = { writers: [], readers: [] };
  try {
    server.spawn();
    await server.ready();
    const { fans, stormed } = await invitePeople(server.url, traffic, 8, seed);
    const people = await withServerDatabase(dataDir, (sql) => inviteToChat(sql, chatters + readers));
    for (const [index, person] of people.entries()) {
      if (index < readers) chat.readers.push(new ChatReader(server.url, person.cookie, roomIds));
      else chat.writers.push(new ChatWriter(person, people, [server.url], seededRandom(seed + index), 0));
    }
    let over = false;
    const isOver = () => over;
    const storm = Promise.all([
      ...fans.map((fan) => fan.storm(stormed, isOver)),
      ...chat.writers.map((writer) => writer.write(roomIds, isOver)),
    ]);
    storm.catch(() => undefined);
    for (let count = 1; count <= kills; count += 1) {
      await sleep(random.between(500, 2000));
      if (victim === 'backend') await killBackend(dataDir);
      // Every second time also kill the new postmaster before it serves.
      else await killPostmaster(server, count % 2 === 0 ? 2 : 1);
      // Throws if the server process has ended.
      await server.ready();
    }
    await sleep(500);
    over = true;
    await storm;
    await withServerDatabase(dataDir, waitUntilSettled);
    const history = await withServerDatabase(dataDir, async (sql) => ({
      pledges: await compareHistory(sql, fans, new Map()),
      chat: await compareChat(sql, chat.writers, chat.readers),
    }));
    const check = await server.cli('check');
    return {
      operations: fans.reduce((sum, fan) => sum + fan.operations, 0),
      messages: chat.writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      retried: traffic.retried + chat.writers.reduce((sum, writer) => sum + writer.repeated, 0),
      missed: history.chat.missed,
      violations: [
        ...fans.flatMap((fan) => fan.violations),
        ...history.pledges,
        ...history.chat.violations,
        ...traffic.faults,
      ],
      check,
      stop: await server.stop(),
      serverErrors: server.output,
    };
  } finally {
    for (const one of [...chat.writers, ...chat.readers]) one.close();
    await server.kill({ database: true });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Resolves with the pid of a postmaster other than `last` once it has written its pid file. */
async function nextPostmaster(server: ServerProcess, last: number | undefined): Promise<number> {
  for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(5)) {
    const pid = await server.postmaster();
    if (pid !== undefined && pid !== last) return pid;
  }
  throw new Error(`the server did not start the database again:\n${server.output.slice(-4000)}`);
}

/** Kills `times` postmasters in a row, each as soon as it has started. Resolves once the next one has started. */
export async function killPostmaster(server: ServerProcess, times = 1): Promise<void> {
  let pid = await nextPostmaster(server, undefined);
  for (let count = 0; count < times; count += 1) {
    process.kill(pid, 'SIGKILL');
    pid = await nextPostmaster(server, pid);
  }
}

/** Kills the backend whose connection the server used last. */
async function killBackend(dataDir: string): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(20)) {
    const pid = await withServerDatabase(dataDir, async (sql) => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'fanfare' and pid <> pg_backend_pid()
        order by state = 'active' desc, state_change desc limit 1`;
      return row?.pid;
      // PostgreSQL may still be recovering from the previous kill.
    }).catch(() => undefined);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    return;
  }
  throw new Error('the server has no connection to its database');
}
