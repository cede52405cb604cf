import { type ChildProcess, fork } from 'node:child_process';
import { appError } from '#contract/errors.ts';

/** An SVG document that the server wrote itself, never one that a person sent. Sizes are pixels. */
export interface SvgDrawing {
  svg: string;
  /** Laid over the drawing, cropped to this frame. */
  photo?: { data: Uint8Array; left: number; top: number; width: number; height: number };
}

const idleMs = 30_000;
const timeoutMs = 15_000;
const maxWaiting = 32;

interface Answer {
  id: number;
  jpeg?: Uint8Array;
  failure?: string;
}

interface Job {
  resolve: (jpeg: Buffer) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

let renderer: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;
const jobs = new Map<number, Job>();

function settle(id: number, finish: (job: Job) => void): void {
  const job = jobs.get(id);
  if (!job) return;
  jobs.delete(id);
  clearTimeout(job.timer);
  finish(job);
  if (jobs.size > 0) return;
  idleTimer = setTimeout(stop, idleMs);
  idleTimer.unref();
}

function stop(): void {
  renderer?.disconnect();
  renderer = undefined;
}

/** Starts the renderer with an empty environment: it holds no secrets. */
function start(): ChildProcess {
  const child = fork(new URL('./render-svg-process.ts', import.meta.url), {
    env: {},
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('message', ({ id, jpeg, failure }: Answer) =>
    settle(id, ({ resolve, reject }) =>
      jpeg ? resolve(Buffer.from(jpeg)) : reject(new Error(`The SVG renderer failed: ${failure}`)),
    ),
  );
  child.once('exit', () => {
    if (renderer !== child) return;
    renderer = undefined;
    for (const id of jobs.keys()) settle(id, ({ reject }) => reject(new Error('The SVG renderer exited')));
  });
  // The exit handler rejects the jobs.
  child.once('error', () => child.kill());
  return child;
}

/**
 * Renders an SVG as JPEG in a child process, the only one where SVG can be read (decisions/0005). The process starts with the first job and
 * stops after 30 idle seconds. Throws `unavailable` when 32 jobs are waiting.
 */
export function renderSvg(drawing: SvgDrawing): Promise<Buffer> {
  if (jobs.size >= maxWaiting) throw appError('unavailable', { retryAfterS: 5 });
  clearTimeout(idleTimer);
  renderer ??= start();
  const child = renderer;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle(id, (job) => job.reject(new Error('The SVG renderer took too long')));
    }, timeoutMs);
    jobs.set(id, { resolve, reject, timer });
    child.send({ id, drawing });
  });
}
