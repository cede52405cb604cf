import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type BalancerKind,
  type BalancerPlace,
  balancerKinds,
  nginxLogs,
  type Program,
  plainNginx,
} from './adapt-configurations.ts';

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
const find = (program: string) => folders.map((folder) => join(folder, program)).find(existsSync);

/** Why this machine cannot run a balancer, or undefined if it can. */
export function missingFor(kind: BalancerKind): string | undefined {
  // Other systems need a command before they answer at 127.0.0.2.
  if (process.platform !== 'linux') return 'the visitor of this test needs Linux';
  return ['openssl', kind].filter((program) => !find(program)).map((program) => `${program} is not installed`)[0];
}

/** Makes a certificate for localhost that only the tests trust: `certificate.pem`, `key.pem`, and `both.pem`. */
export async function makeCertificate(folder: string): Promise<void> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-out', certificate, '-keyout', key];
  await promisify(execFile)(find('openssl') ?? 'openssl', ['req', '-x509', ...kind, ...name, ...files]);
  await writeFile(join(folder, 'both.pem'), (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
}

/** A real nginx, HAProxy or Caddy with its file of deploy/. */
export class Balancer {
  readonly #child: ChildProcess;
  readonly #logs: string[];
  #output = '';

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#logs = nginxLogs.map((name) => join(folder, name));
    const hear = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  }

  static async start(kind: BalancerKind, place: BalancerPlace): Promise<Balancer> {
    const { folder, plainPort, tlsPort } = place;
    return Balancer.#run(kind, await balancerKinds[kind](place), folder, [plainPort, tlsPort]);
  }

  /** nginx at `plainPort`. */
  static async startPlain(place: Omit<BalancerPlace, 'tlsPort'>): Promise<Balancer> {
    return Balancer.#run('nginx', await plainNginx(place), place.folder, [place.plainPort]);
  }

  static async #run(kind: BalancerKind, { args, env }: Program, folder: string, ports: number[]): Promise<Balancer> {
    const child = spawn(find(kind) ?? kind, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const balancer = new Balancer(child, folder);
    await Promise.all(ports.map((port) => balancer.#accepts(port)));
    return balancer;
  }

  /** Everything that it has logged. */
  async log(): Promise<string> {
    const files = await Promise.all(this.#logs.map((path) => readFile(path, 'utf8').catch(() => '')));
    return this.#output + files.join('');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    // nginx would wait for its open sockets.
    const impatient = setTimeout(() => this.#child.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(impatient);
  }

  async #accepts(port: number): Promise<void> {
    for (let attempt = 0; attempt < 400 && this.#child.exitCode === null; attempt += 1) {
      const socket = connect(port, '127.0.0.1');
      const opened = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (opened) return;
      await sleep(25);
    }
    throw new Error(`it does not listen on port ${port}:\n${this.#output.slice(-4000)}`);
  }
}
