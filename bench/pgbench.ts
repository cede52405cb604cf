import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { runConcurrently } from './load.ts';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** The TPC-B-like script of pgbench; each client runs one transaction at a time. */
export interface Tpcb {
  /** The program that measured the figures. */
  by: string;
  prepare(scale: number): Promise<void>;
  /** Transactions a second. */
  measure(clients: number, seconds: number): Promise<number>;
}

async function findPgbench(): Promise<string | undefined> {
  const versions = existsSync(debian) ? await readdir(debian) : [];
  const existingPaths = versions
    .map((version) => `${debian}/${version}/bin/pgbench`)
    .filter((path) => existsSync(path));
  return (
    existingPaths.at(-1) ??
    (await run('pgbench', ['--version']).then(
      () => 'pgbench',
      () => undefined,
    ))
  );
}

export async function openTpcb(databaseUrl: string): Promise<Tpcb> {
  const program = await findPgbench();
  return program ? withPgbench(program, databaseUrl) : withNode(databaseUrl);
}

function withPgbench(program: string, databaseUrl: string): Tpcb {
  const { hostname, username, port, pathname } = new URL(databaseUrl);
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGUSER: username,
    PGPORT: port,
    PGDATABASE: pathname.slice(1),
  };
  return {
    by: 'pgbench -M prepared',
    prepare: async (scale) => void (await run(program, ['-i', '-q', '-s', String(scale)], { env })),
    async measure(clients, seconds) {
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
      const { stdout } = await run(program, args, { env });
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
  };
}

/** Runs the same statements on the same tables from Node if pgbench is not installed; the driver prepares them. */
function withNode(databaseUrl: string): Tpcb {
  const connect = (max: number) => openDatabase(databaseUrl, { log: createLogger('error'), max });
  let branches = 1;
  return {
    by: "the statements of pgbench's tpcb-like script, prepared, sent from Node since pgbench is not installed",
    async prepare(scale) {
      branches = scale;
      const { sql, close } = connect(1);
      await sql.unsafe('set statement_timeout = 0');
      await sql.unsafe(`
        drop table if exists tpcb_accounts, tpcb_tellers, tpcb_branches, tpcb_history;
        create table tpcb_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
        create table tpcb_tellers (tid int primary key, bid int, tbalance int, filler char(84));
        create table tpcb_accounts (aid int primary key, bid int, abalance int, filler char(84));
        create table tpcb_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
        insert into tpcb_branches select n, 0, '' from generate_series(1, ${scale}) n;
        insert into tpcb_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale * 10}) n;
        insert into tpcb_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) n;
        analyze`);
      await close();
    },
    async measure(clients, seconds) {
      const { tx: inTransaction, close } = connect(clients);
      const until = performance.now() + seconds * 1000;
      const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
      let done = 0;
      const { perSecond } = await runConcurrently(new Array(clients).fill(0), clients, async () => {
        for (; performance.now() < until; done += 1) {
          const [delta, aid, tid, bid] = [
            upTo(10_001) - 5001,
            upTo(branches * 100_000),
            upTo(branches * 10),
            upTo(branches),
          ];
          await inTransaction(async (tx) => {
            await tx`update tpcb_accounts set abalance = abalance + ${delta} where aid = ${aid}`;
            await tx`select abalance from tpcb_accounts where aid = ${aid}`;
            await tx`update tpcb_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`;
            await tx`update tpcb_branches set bbalance = bbalance + ${delta} where bid = ${bid}`;
            await tx`insert into tpcb_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, now())`;
          });
        }
      });
      await close();
      // `runConcurrently` counted clients; each client ran many transactions.
      return (perSecond / clients) * done;
    },
  };
}
