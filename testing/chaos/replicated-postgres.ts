import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#server/platform/postgres/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { withDatabase } from './history.ts';
import { killIfThere } from './server-process.ts';

/** One machine with a PostgreSQL of the pair. */
interface Machine {
  dataDir: string;
  postgres: EmbeddedPostgres;
}

/** A PostgreSQL with a synchronous standby. `url` leads to the primary, like the address that a failover manager moves. */
export class ReplicatedPostgres {
  readonly #proxy: DatabaseProxy;
  readonly #folders: string[] = [];
  #primary: Machine;
  #standby: Machine | undefined;
  /** The pid of the process of the standby that receives the log. */
  #receiver: number | undefined;

  private constructor(primary: Machine, port: number) {
    this.#primary = primary;
    this.#folders.push(primary.dataDir);
    this.#proxy = new DatabaseProxy(primary.postgres.url, port);
  }

  static async start(): Promise<ReplicatedPostgres> {
    const dataDir = await newFolder();
    const pair = new ReplicatedPostgres(
      { dataDir, postgres: await startEmbeddedPostgres({ dataDir }) },
      await freePort(),
    );
    await pair.#proxy.open();
    await pair.addStandby();
    return pair;
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** Copies the running primary to a standby. The primary then commits only what the standby has stored, too. */
  async addStandby(): Promise<void> {
    const dataDir = await newFolder();
    this.#folders.push(dataDir);
    await this.onPrimary(async (sql) => {
      const folder = join(dataDir, 'postgres');
      const connection = sql.reserve();
      await connection`select pg_backup_start('standby', fast => true)`;
      copyFolder(join(this.#primary.dataDir, 'postgres'), folder);
      const [stop] = await connection<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`;
      await connection.release();
      await writeFile(join(folder, 'backup_label'), stop?.labelfile ?? '');
      await writeFile(join(folder, 'standby.signal'), '');
      const source = `host=${this.#primary.postgres.socketDir} port=5432 user=fanfare`;
      await writeFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      await rm(join(folder, 'postmaster.pid'), { force: true });
      this.#standby = { dataDir, postgres: await startEmbeddedPostgres({ dataDir }) };
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
      await until(async () => {
        const rows = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
        return rows.length === 1;
      });
    });
  }

  /** The standby receives nothing more, so that the primary commits nothing more. */
  async cutReplication(): Promise<void> {
    const [row] = await withDatabase(
      this.standbyUrl,
      (sql) => sql<{ pid: number }[]>`select pid from pg_stat_wal_receiver`,
    );
    this.#receiver = row?.pid;
    if (this.#receiver) process.kill(this.#receiver, 'SIGSTOP');
  }

  /** The machine of the primary loses power: all its processes end at once. */
  losePrimary(): void {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = list
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const pidFile = readFileSync(join(this.#primary.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const postmaster = Number(pidFile.split('\n')[0]);
    const backends = rows.filter(([, parent]) => parent === postmaster).map(([pid = 0]) => pid);
    for (const pid of [postmaster, ...backends]) killIfThere(pid, 'SIGKILL');
    // The receiver ends without reading its socket's buffer.
    for (const signal of ['SIGTERM', 'SIGCONT'] as const) killIfThere(this.#receiver, signal);
  }

  /** Moves the address to the standby, which only serves reads until `promote`. */
  async moveAddress(): Promise<void> {
    await this.#proxy.refuse();
    this.#proxy.pointTo(this.standbyUrl);
    await this.#proxy.open();
  }

  async promote(): Promise<void> {
    if (this.#standby) this.#primary = this.#standby;
    this.#standby = undefined;
    await this.onPrimary((sql) => sql`select pg_promote()`);
  }

  /** Runs `work` on a connection that does not use the address. */
  async onPrimary<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return withDatabase(this.#primary.postgres.url, work);
  }

  get standbyUrl(): string {
    if (!this.#standby) throw new Error('there is no standby');
    return this.#standby.postgres.url;
  }

  async stop(): Promise<void> {
    await this.#proxy.refuse();
    // The standby first: a primary that stops waits until its standby has received everything.
    await this.#standby?.postgres.stop();
    await this.#primary.postgres.stop();
    for (const folder of this.#folders)
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const newFolder = () => mkdtemp(join(tmpdir(), 'fanfare-replica-'));

/** Keeps owners. Files that PostgreSQL removes in the meantime end cp with an error; the log that the standby replays covers them. */
function copyFolder(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { stderr } = error as { stderr: Buffer };
    const failures = stderr.toString().trim().split('\n');
    if (!failures.every((line) => line.includes('No such file'))) throw error;
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isTrue()) return;
    await sleep(50);
  }
  throw new Error('the standby does not follow the primary');
}
