import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseLauncher } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { freePort } from '#testing/free-port.ts';

const binary = [process.env.TEST_PGBOUNCER ?? '', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);
export const hasPgBouncer = binary !== undefined;

/** A PgBouncer in transaction mode in front of a test database, with a few connections for many clients. */
export class PgBouncer {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(databaseUrl: string, connections: number): Promise<PgBouncer> {
    const { hostname, username, pathname } = new URL(databaseUrl);
    const socketDir = decodeURIComponent(hostname);
    const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'pgbouncer-'))]);
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
* = host=${socketDir} port=5432 user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
    );
    // Like PostgreSQL, it does not run as root.
    const { prefix, asUser: uid } = await chooseLauncher();
    if (uid !== undefined) await Promise.all([folder, file].map((path) => chown(path, uid, uid)));
    const [command = '', ...args] = [...prefix, binary ?? 'pgbouncer', '-q', file];
    const user = uid === undefined ? {} : { uid, gid: uid };
    const process = spawn(command, args, { ...user, stdio: ['ignore', 'ignore', 'inherit'] });
    while (!(await answers(port))) {
      if (process.exitCode !== null) throw new Error(`pgbouncer ended with code ${process.exitCode}`);
      await sleep(20);
    }
    return new PgBouncer(`postgres://${username}@127.0.0.1:${port}${pathname}`, process, folder);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGKILL');
      await ended;
    }
    await rm(this.#folder, { recursive: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}
