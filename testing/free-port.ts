import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral port range, so that the system does not assign the port to another test in the meantime. Each test worker has its
// own ports: those of a server that a test has killed and will restart look free to others.
const portsPerWorker = 1500;
const from = 20_000 + portsPerWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 8);

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A server may not listen on its port yet, or is about to restart. */
const assigned = new Set<number>();

/** A port that is free right now and that this process has not assigned before. Tests need it early because PUBLIC_URL must be known before the server listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(from, from + portsPerWorker);
    if (assigned.has(port)) continue;
    assigned.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}
