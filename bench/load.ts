import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const httpClient = join(import.meta.dirname, 'http-client.ts');

/** For an even number of values: the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Busy and total time of all processors, from the kernel. */
function processorTime(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  return { busy: all - (times[3] ?? 0) - (times[4] ?? 0), all };
}

/** The share of processor time that other programs use; call it while this run is idle. */
async function foreignLoad(): Promise<number> {
  const before = processorTime();
  await sleep(500);
  const after = processorTime();
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

const waits = { rounds: 0, unquiet: 0, patienceMs: Number(process.env.BENCH_PATIENCE_S ?? 60) * 1000 };

/** The number of rounds that began while other programs kept the machine busy. */
export const unquietRounds = () => ({ rounds: waits.rounds, unquiet: waits.unquiet });

/** Waits until other programs use less than 20 % of the processors, at most BENCH_PATIENCE_S (60) seconds. */
export async function waitForQuiet(): Promise<void> {
  waits.rounds += 1;
  for (const until = Date.now() + waits.patienceMs; ; ) {
    if ((await foreignLoad()) < 0.2) return;
    if (Date.now() > until) break;
  }
  waits.unquiet += 1;
}

export interface Throughput {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Requests one URL repeatedly from a separate process (http-client.ts) over keep-alive connections. */
export async function requestRepeatedly(
  url: string,
  {
    connections,
    headers = {},
    ...length
  }: { connections: number; headers?: Record<string, string> } & ({ seconds: number } | { requests: number }),
): Promise<Throughput> {
  const until = 'seconds' in length ? { duration: length.seconds } : { amount: length.requests };
  const { stdout } = await run(process.execPath, [httpClient, JSON.stringify({ url, connections, headers, ...until })]);
  const { requests, latency, errors, non2xx } = JSON.parse(stdout);
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`);
  return { count: requests.total, perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** Runs `work` for every item, `inFlight` at a time; returns throughput and latencies. */
export async function runConcurrently<T>(
  items: readonly T[],
  inFlight: number,
  work: (item: T, worker: number) => Promise<unknown>,
): Promise<Throughput> {
  const latencies: number[] = [];
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async (_, worker) => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) {
        const started = performance.now();
        await work(item, worker);
        latencies.push(performance.now() - started);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  return {
    count: items.length,
    perSecond: items.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
