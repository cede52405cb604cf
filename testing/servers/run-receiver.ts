import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { receiverExamples } from '#contract/webhooks/receiver-examples.ts';
import { freePort } from '../free-port.ts';

type Receiver = keyof typeof receiverExamples;

/** A delivery of a webhook, and the secret of its receiver. */
export interface SignedDelivery {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

// Within the project, so that the example for Node finds its library.
const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'webhook-examples');

function write(name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${name}`);
  writeFileSync(file, text);
  return file;
}

const programs = { node: process.execPath, python: 'python3', php: 'php' } as const;

/** Whether this machine can run a receiver. */
export function canRun(receiver: Receiver): boolean {
  try {
    execFileSync(programs[receiver], ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function acceptsInNode(code: string, { secret, headers, body }: SignedDelivery): Promise<boolean> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [write('node.mjs', code)], {
    env: { PORT: port, WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  });
  try {
    const ask = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return (await vi.waitFor(ask, { timeout: 15_000, interval: 50 })).ok;
  } finally {
    child.kill();
  }
}

/** The call after the function of an example, which prints the type of the event, and the error of a refusal. */
const calls = {
  python: [
    (code: string) =>
      `${code}\nimport sys\nprint(verify(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode())["type"], end="")\n`,
    /ValueError/,
  ],
  // Without the lines that need a web server.
  php: [
    (code: string) =>
      `${code.split('\n$headers =')[0]}\necho verify($argv[1], json_decode($argv[2], true), $argv[3])['type'];\n`,
    /Exception/,
  ],
} as const;

function acceptsAlone(receiver: 'python' | 'php', code: string, { secret, headers, body }: SignedDelivery): boolean {
  const [withCall, refusal] = calls[receiver];
  const file = write(`example.${receiver}`, withCall(code));
  try {
    const output = execFileSync(programs[receiver], [file, secret, JSON.stringify(headers), body], { stdio: 'pipe' });
    return output.toString() === JSON.parse(body).type;
  } catch (error) {
    // PHP reports errors on its output.
    const { stdout = '', stderr = '' } = error as { stdout?: unknown; stderr?: unknown };
    if (refusal.test(`${stdout}${stderr}`)) return false;
    throw error;
  }
}

/** Runs an example that verifies webhooks as it can be pasted. Returns whether it takes the delivery. */
export async function acceptsDelivery(receiver: Receiver, code: string, delivery: SignedDelivery): Promise<boolean> {
  return receiver === 'node' ? acceptsInNode(code, delivery) : acceptsAlone(receiver, code, delivery);
}
