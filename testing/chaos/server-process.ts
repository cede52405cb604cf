import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');

/** The product as `npm start` runs it, in a process group of its own with its own database, to be stopped the hard way. */
export class ServerProcess {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #dataDir: string;
  readonly #args: string[];
  readonly #readyWithinMs: number;
  #child: ChildProcess | undefined;
  #said = '';
  /** Where in it the present run begins. */
  #begins = 0;

  constructor(options: {
    dataDir: string;
    port: number;
    env?: Record<string, string>;
    /** Pages, too, which need a build. */
    pages?: boolean;
    readyWithinMs?: number;
  }) {
    const { dataDir, port, env = {}, pages = false, readyWithinMs = 60_000 } = options;
    this.url = `http://127.0.0.1:${port}`;
    this.#dataDir = dataDir;
    this.#args = pages ? ['server/main.ts'] : ['server/main.ts', '--no-pages'];
    this.#readyWithinMs = readyWithinMs;
    this.#env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node'),
      NODE_ENV: 'production',
      ALLOW_SANDBOX_CARDS: '1',
      PORT: String(port),
      PUBLIC_URL: this.url,
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    };
  }

  /** What it wrote, errors only, all runs together. */
  get said(): string {
    return this.#said;
  }

  /** Begins a run; `ready` tells when it serves. */
  spawn(): void {
    // The same program that people start.
    const child = spawn(process.execPath, this.#args, {
      cwd: root,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#begins = this.#said.length;
    const hear = (chunk: Buffer) => {
      this.#said += chunk.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    this.#child = child;
  }

  /** Milliseconds until /readyz says so, and this run says that it is the one that listens there. */
  async ready(): Promise<number> {
    const begin = performance.now();
    while (performance.now() - begin < this.#readyWithinMs) {
      if (this.#child?.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok && this.#said.includes(` is at ${this.url}`, this.#begins)) return performance.now() - begin;
      await sleep(25);
    }
    throw new Error(`the server did not become ready:\n${this.#said.slice(-4000)}`);
  }

  /** It stands still, with all that reaches it meanwhile unread; only `kill` ends that. */
  pause(): void {
    if (this.#child?.pid) process.kill(-this.#child.pid, 'SIGSTOP');
  }

  /** kill -9 of the whole process group, and of the database's first process, too, when told. */
  async kill({ database = false } = {}): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const postmaster = database ? await this.postmaster() : undefined;
    process.kill(-child.pid, 'SIGKILL');
    if (postmaster) killIfThere(postmaster);
    await gone;
  }

  /** SIGTERM; answers the exit code and how long it took. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return { code: child?.exitCode ?? null, ms: 0 };
    const begin = performance.now();
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const [code] = await gone;
    return { code, ms: performance.now() - begin };
  }

  /** Runs a command of the command line beside the server. */
  async cli(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, ['server/cli.ts', ...args], {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  /** The exit code of a program that ends by itself. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  /** Process number of the first process of its database. */
  async postmaster(): Promise<number | undefined> {
    const text = await readFile(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]) || undefined;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
