import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Logger } from '#server/platform/observability/log.ts';
import { addMetrics, type Metrics, type ProcessMetrics } from '#server/platform/observability/metrics.ts';

/**
 * WEB_PROCESSES: the first process owns the embedded database, migrates, runs jobs and starts the web processes, which share one port
 * (node:cluster gives connections to them in turns). Each web process is a node like one on another machine: docs/decisions/0037.
 */

type Message =
  /** A web process has started and waits for `begin`. */
  | { kind: 'started' }
  | { kind: 'begin'; databaseUrl: string }
  | { kind: 'serving' }
  | { kind: 'stop' }
  /** A web process asks for the metrics of the installation; the first process asks each web process for its own. */
  | { kind: 'read metrics'; id: string }
  | { kind: 'metrics'; id: string; metrics: ProcessMetrics }
  | { kind: 'all metrics'; id: string; text: string };

export interface WebProcesses {
  /** Stops all of them gracefully. */
  stop(): Promise<void>;
}

const metricsWithinMs = 2000;
/** Generous, because the first process may be busy with the demo. */
const beginWithinMs = 60_000;
/** A process that serves for this long counts as started; restarts before are limited. */
const stableAfterMs = 60_000;
const maxQuickExits = 5;
const restartAfterMs = 500;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** Starts `count` web processes and resolves once all of them serve. Starts another one for each that exits unexpectedly. */
export async function startWebProcesses(
  count: number,
  { databaseUrl, log, metrics, onGivenUp }: { databaseUrl: string; log: Logger; metrics: Metrics; onGivenUp(): void },
): Promise<WebProcesses> {
  let stopping = false;
  let quickExits = 0;
  const start = (): Promise<void> => {
    const startedAt = Date.now();
    const worker = cluster.fork();
    const send = (message: Message) => sendTo(worker, message);
    const serving = Promise.withResolvers<void>();
    const answers = {
      started: () => send({ kind: 'begin', databaseUrl }),
      serving() {
        serving.resolve();
        // It was still starting when the others were told.
        if (stopping) send({ kind: 'stop' });
      },
      'read metrics'({ id }: { id: string }) {
        readAllMetrics(metrics).then(
          (text) => send({ kind: 'all metrics', id, text }),
          (error: unknown) => log.error({ err: error }, 'the metrics could not be read'),
        );
      },
    };
    worker.on('message', (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.kind === 'read metrics') answers['read metrics'](message);
      else if (message.kind === 'started' || message.kind === 'serving') answers[message.kind]();
    });
    worker.on('exit', (code, signal) => {
      serving.reject(new Error(`A web process ended with ${signal ?? code} before it served.`));
      if (stopping) return;
      quickExits = Date.now() - startedAt < stableAfterMs ? quickExits + 1 : 0;
      log.error({ code, signal, quickExits }, 'a web process exited unexpectedly');
      if (quickExits === maxQuickExits) return onGivenUp();
      setTimeout(() => {
        // An exit before it serves has been logged.
        if (!stopping) start().catch(() => undefined);
      }, restartAfterMs);
    });
    return serving.promise;
  };
  await Promise.all(Array.from({ length: count }, start));
  return {
    async stop() {
      stopping = true;
      const workers = liveWorkers();
      for (const worker of workers) sendTo(worker, { kind: 'stop' });
      await Promise.all(workers.map(({ process }) => process.exitCode ?? process.signalCode ?? once(process, 'exit')));
    },
  };
}

/** A process that has just died needs no message, and its exit is handled where it was started. */
function sendTo(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

const liveWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Adds up the metrics of all processes. One that does not answer in time is left out. */
async function readAllMetrics(own: Metrics): Promise<string> {
  const answers = liveWorkers().map((worker) => readMetricsOf(worker));
  const perProcess = await Promise.all([own.registry.getMetricsAsJSON(), ...answers]);
  return addMetrics(perProcess.filter((metrics) => metrics !== undefined));
}

async function readMetricsOf(worker: Worker): Promise<ProcessMetrics | undefined> {
  const id = randomUUID();
  const answer = waitFor(worker, (message) => message.kind === 'metrics' && message.id === id);
  sendTo(worker, { kind: 'read metrics', id });
  const message = await answer;
  return message?.kind === 'metrics' ? message.metrics : undefined;
}

/** Resolves to the first message that `matches`, or to undefined if there is none in time. */
function waitFor(
  from: Worker | NodeJS.Process,
  matches: (message: Message) => boolean,
  withinMs = metricsWithinMs,
): Promise<Message | undefined> {
  const firstMessage = Promise.withResolvers<Message | undefined>();
  const listener = (message: unknown) => {
    if (isMessage(message) && matches(message)) firstMessage.resolve(message);
  };
  from.on('message', listener);
  const late = setTimeout(() => firstMessage.resolve(undefined), withinMs);
  return firstMessage.promise.finally(() => {
    clearTimeout(late);
    from.off('message', listener);
  });
}

/** In a web process. If the first process has died, node:cluster ends this one. */
function notifyFirst(message: Message): void {
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}

/** In a web process: asks the first process for the URL of the database. */
export async function askForDatabaseUrl(): Promise<string> {
  const answer = waitFor(process, ({ kind }) => kind === 'begin', beginWithinMs);
  notifyFirst({ kind: 'started' });
  const message = await answer;
  if (message?.kind !== 'begin') throw new Error('The first process does not answer.');
  return message.databaseUrl;
}

/**
 * In a web process that serves: tells the first process so, and exchanges metrics with it. Stops when the first process says so;
 * node:cluster ends it if the first one dies. Ignores signals: a terminal or systemd sends them to all processes, and the first one would
 * take the exit for a crash.
 */
export function joinWebProcesses(metrics: Metrics, log: Logger, stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === 'stop') stop();
    if (message.kind !== 'read metrics') return;
    metrics.registry.getMetricsAsJSON().then(
      (own) => notifyFirst({ kind: 'metrics', id: message.id, metrics: own }),
      (error: unknown) => log.error({ err: error }, 'the metrics could not be read'),
    );
  });
  metrics.text = async () => {
    const id = randomUUID();
    const answer = waitFor(process, (message) => message.kind === 'all metrics' && message.id === id);
    notifyFirst({ kind: 'read metrics', id });
    const message = await answer;
    return message?.kind === 'all metrics' ? message.text : metrics.registry.metrics();
  };
  notifyFirst({ kind: 'serving' });
}
