import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { ChatReader } from './chat-reader.ts';
import { compareChat, inviteToChat, roomIds } from './chat-storm.ts';
import { ChatWriter } from './chat-writer.ts';
import { besideTheServer, compareHistory } from './history.ts';
import { comeToRest } from './kill-storm.ts';
import { invitePeople, peopleEnv } from './people.ts';
import { seeded } from './random.ts';
import { ServerProcess } from './server-process.ts';
import type { Traffic } from './stubborn-client.ts';

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
  /** What some reader had not seen by itself a few seconds after the last message. */
  missed: number;
  /** What must not be: lost, doubled, answered with 500. */
  violations: string[];
  check: { code: number | null; output: string };
  stop: { code: number | null; ms: number };
  serverErrors: string;
}

const chatters = 8;
const readers = 2;

/** Kills processes of the embedded database while fans pledge and people chat; the server's own process lives on. */
export async function databaseStorm({ victim, kills, seed }: DatabaseStormOptions): Promise<DatabaseStormReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chaos-'));
  const server = new ServerProcess({ dataDir, port: await freePort(), env: peopleEnv });
  const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  const random = seeded(seed);
  const chat: { writers: ChatWriter[]; readers: ChatReader[] } = { writers: [], readers: [] };
  try {
    server.spawn();
    await server.ready();
    const { fans, stormed } = await invitePeople(server.url, traffic, 8, seed);
    const people = await besideTheServer(dataDir, (sql) => inviteToChat(sql, chatters + readers));
    for (const [index, person] of people.entries()) {
      if (index < readers) chat.readers.push(new ChatReader(server.url, person.cookie, roomIds));
      else chat.writers.push(new ChatWriter(person, people, [server.url], seeded(seed + index), 0));
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
      // Throws where the server's own process has ended.
      await server.ready();
    }
    await sleep(500);
    over = true;
    await storm;
    await comeToRest(dataDir);
    const history = await besideTheServer(dataDir, async (sql) => ({
      pledges: await compareHistory(sql, fans, new Map()),
      chat: await compareChat(sql, chat.writers, chat.readers),
    }));
    const check = await server.cli('check');
    return {
      operations: fans.reduce((sum, fan) => sum + fan.operations, 0),
      messages: chat.writers.reduce((sum, { said }) => sum + said.length, 0),
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
      serverErrors: server.said,
    };
  } finally {
    for (const one of [...chat.writers, ...chat.readers]) one.close();
    await server.kill({ database: true });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Resolves once a database process other than `last` has written its number. */
async function nextPostmaster(server: ServerProcess, last: number | undefined): Promise<number> {
  for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(5)) {
    const pid = await server.postmaster();
    if (pid !== undefined && pid !== last) return pid;
  }
  throw new Error(`the database was not started again:\n${server.said.slice(-4000)}`);
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
    const pid = await besideTheServer(dataDir, async (sql) => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'fanfare' and pid <> pg_backend_pid()
        order by state = 'active' desc, state_change desc limit 1`;
      return row?.pid;
      // It may still recover from the kill before.
    }).catch(() => undefined);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    return;
  }
  throw new Error('the server has no connection to its database');
}
