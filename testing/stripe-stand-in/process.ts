import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import Stripe from 'stripe';
import { freePort } from '#testing/free-port.ts';
import { compileCacheEnv } from '#testing/programs.ts';
import type { State } from './control/control.ts';
import type { FaultPlan } from './faults.ts';
import type { TableName, Tables } from './tables.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** The stand-in for Stripe as a separate process, so that tests can kill it and start it again on its journal. */
export class StripeProcess {
  readonly port: number;
  readonly #dataDir: string;
  readonly #livemode: boolean;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(dataDir: string, port: number, livemode: boolean) {
    this.#dataDir = dataDir;
    this.port = port;
    this.#livemode = livemode;
  }

  /** Starts it, without `port` on a free one; `dataDir` is created. */
  static async start(
    dataDir: string,
    { livemode = false, port }: { livemode?: boolean; port?: number } = {},
  ): Promise<StripeProcess> {
    const stripe = new StripeProcess(join(dataDir, 'stripe'), port ?? (await freePort()), livemode);
    await stripe.restart();
    return stripe;
  }

  /** STRIPE_API_BASE. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** STRIPE_SECRET_KEY. */
  get secretKey(): string {
    return `rk_${this.#livemode ? 'live' : 'test'}_fanfare`;
  }

  /** The SDK, pointed at the stand-in. It does not repeat requests, so that tests see every fault. */
  client({ timeout = 5000 } = {}): Stripe {
    return new Stripe(this.secretKey, {
      host: '127.0.0.1',
      port: this.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      timeout,
      telemetry: false,
    });
  }

  /** Starts the process; resolves when it listens. */
  async restart(): Promise<void> {
    const args = ['testing/stripe-stand-in/main.ts', '--port', String(this.port), '--data', this.#dataDir, '--control'];
    const child = spawn(process.execPath, this.#livemode ? [...args, '--live'] : args, {
      cwd: root,
      env: { PATH: '', ...compileCacheEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    await new Promise<void>((listening, failed) => {
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (chunk.toString().includes('is running at')) listening();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', () => failed(new Error(`the stand-in for Stripe ended:\n${this.#output.slice(-4000)}`)));
    });
  }

  /** Sends SIGKILL; `restart` continues with what it had acknowledged. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Calls an action of the control API; actions are in control/actions.ts. */
  async control<T = Record<string, unknown>>(action: string, fields: object = {}): Promise<T> {
    const answer = await fetch(`${this.url}/_control/${action}`, { method: 'POST', body: JSON.stringify(fields) });
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The balance, the sums of its movements, and figures about the requests. */
  async state(): Promise<State> {
    return (await (await fetch(`${this.url}/_control/state`)).json()) as State;
  }

  /** The rows of a table, oldest first, without the first `from`. */
  async table<K extends TableName>(name: K, from = 0): Promise<Tables[K][]> {
    return (await (await fetch(`${this.url}/_control/tables/${name}?from=${from}`)).json()) as Tables[K][];
  }

  /** Replaces the plan of faults; an empty one ends all of them. */
  async setFaults(plan: Partial<FaultPlan>): Promise<void> {
    await this.control('faults', plan);
  }

  /** Posts a form to a hosted page, as a browser does without scripts. Returns the status and the address of a redirection. */
  async submit(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; location: string | null; text: string }> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }
}
