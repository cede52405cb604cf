import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { freePort } from '#testing/free-port.ts';

/** WEB_PROCESSES=2 on the embedded database. */
let dataDir = '';
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-processes-'));
  server = new ServerProcess({ dataDir, port: await freePort(), env: { WEB_PROCESSES: '2' } });
  server.spawn();
  await server.ready();
}, 120_000);
afterAll(async () => {
  await server.kill({ database: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The pids of the web processes. */
function webProcesses(): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = list.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  return rows.flatMap((row) =>
    row && Number(row[2]) === server.pid && row[3]?.includes('main.js') ? [Number(row[1])] : [],
  );
}

/** Opens a connection for each request, which go to the processes in turns. */
const read = (path: string, withinMs = 30_000) =>
  fetch(`${server.url}${path}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(withinMs) });

async function metric(pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await (await read('/metrics')).text())?.[1]);
}

it('serves from both processes and adds up their metrics', async () => {
  expect(webProcesses()).toHaveLength(2);
  for (let count = 0; count < 10; count += 1) expect((await read('/api/creators')).status).toBe(200);
  // Each process alone has answered about half of them.
  const answered = /^fanfare_http_request_seconds_count\{method="GET",route="\/api\/creators",status="200"\} (\d+)$/m;
  expect(await metric(answered)).toBe(10);
  // Every process reads it in the same database.
  expect(await metric(/^fanfare_jobs_failed (\d+)$/m)).toBe(0);
  expect((await server.cli('check')).code).toBe(0);
});

it('replaces a process that was killed, and serves while it is away', async () => {
  const [victim = 0, survivor = 0] = webProcesses();
  process.kill(victim, 'SIGKILL');
  await expect
    .poll(async () => {
      // A connection to the process that died is cut, or stays open if it was given to it at that moment. One more try reaches the other.
      const answer = await read('/api/creators', 2000).catch(() => read('/api/creators'));
      expect(answer.status).toBe(200);
      return webProcesses().filter((pid) => pid !== victim).length;
    })
    .toBe(2);
  expect(webProcesses()).toContain(survivor);
});

it('stops all processes on SIGTERM and exits with 0', async () => {
  const pids = webProcesses();
  const { code } = await server.stop();
  expect(code).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(server.output).not.toMatch(/"level":"fatal"/);
});

it('ends the web processes if the first process is killed', async () => {
  server.spawn();
  await server.ready();
  const pids = webProcesses();
  expect(pids).toHaveLength(2);
  process.kill(server.pid ?? 0, 'SIGKILL');
  for (const pid of pids) {
    await expect.poll(() => isRunning(pid)).toBe(false);
  }
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
