import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { allocatorEnv, heapLimits } from '../../scripts/bootstrap/processes.mjs';

const root = join(import.meta.dirname, '..', '..');

/** The product as `npm start` runs it, in its own process group with its own database, so that tests can kill it. */
export class ServerProcess {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #dataDir: string;
  readonly #args: string[];
  readonly #readyWithinMs: number;
  #child: ChildProcess | undefined;
  #output = '';
  /** The offset in the output at which the current run begins. */
  #begins = 0;

  constructor(options: {
    dataDir: string;
    port: number;
    env?: Record<string, string>;
    /** Also serves pages, which need a build. */
    pages?: boolean;
    readyWithinMs?: number;
    /** With the limits of memory of `npm start`. */
    limitsMemory?: boolean;
  }) {
    const { dataDir, port, env = {}, pages = false, readyWithinMs = 60_000, limitsMemory = false } = options;
    this.url = `http://127.0.0.1:${port}`;
    this.#dataDir = dataDir;
    this.#args = [...(limitsMemory ? heapLimits : []), programs.server, ...(pages ? [] : ['--no-pages'])];
    this.#readyWithinMs = readyWithinMs;
    this.#env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...compileCacheEnv,
      ...(limitsMemory ? allocatorEnv : {}),
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

  /** The output of all runs; the server logs only errors. */
  get output(): string {
    return this.#output;
  }

  /** The first process of the current run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the server; `ready` resolves when it serves. */
  spawn(): void {
    const child = spawn(process.execPath, this.#args, {
      cwd: root,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#begins = this.#output.length;
    const hear = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    this.#child = child;
  }

  /** Waits until /readyz answers 200 and this run has logged that it listens there. Returns the milliseconds. */
  async ready(): Promise<number> {
    const begin = performance.now();
    while (performance.now() - begin < this.#readyWithinMs) {
      if (this.#child?.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok && this.#output.includes(` is running at ${this.#env.PUBLIC_URL}`, this.#begins))
        return performance.now() - begin;
      await sleep(25);
    }
    throw new Error(`the server did not become ready:\n${this.#output.slice(-4000)}`);
  }

  /** Stops the process group with SIGSTOP; it reads nothing until `kill`. */
  pause(): void {
    if (this.#child?.pid) process.kill(-this.#child.pid, 'SIGSTOP');
  }

  /** Sends SIGKILL to the whole process group; with `database` also to the postmaster. */
  async kill({ database = false } = {}): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const postmaster = database ? await this.postmaster() : undefined;
    process.kill(-child.pid, 'SIGKILL');
    killIfThere(postmaster, 'SIGKILL');
    await gone;
  }

  /** Sends SIGTERM; returns the exit code and the milliseconds until exit. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return { code: child?.exitCode ?? null, ms: 0 };
    const begin = performance.now();
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const [code] = await gone;
    return { code, ms: performance.now() - begin };
  }

  /** Runs a command of the command line while the server runs. */
  async cli(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [programs.cli, ...args], {
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

  /** Waits until the server exits without being killed; returns the exit code. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  /** The pid of the postmaster. */
  async postmaster(): Promise<number | undefined> {
    const text = await readFile(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]) || undefined;
  }
}

export function killIfThere(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The resident memory of a process in megabytes; 0 if it has ended. Linux only. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
