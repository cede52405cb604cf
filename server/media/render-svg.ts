import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { appError } from '#contract/errors.ts';
import { projectRoot } from '#server/platform/config/project.ts';

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

/** Starts the process with an empty environment: it holds no secrets. */
function startProcess(): ChildProcess {
  const child = fork(join(projectRoot, 'server/media/render-svg-process.ts'), {
    env: {},
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // The exit handler rejects the jobs.
  child.once('error', () => child.kill());
  return child;
}

export type RenderSvg = (drawing: SvgDrawing) => Promise<Buffer>;

/**
 * Renders SVG as JPEG in a child process, the only one where SVG can be read (decisions/0005). The process starts with the first job and
 * stops after 30 idle seconds. The returned function throws `unavailable` when 32 jobs are waiting.
 */
export function createSvgRenderer(): RenderSvg {
  let child: ChildProcess | undefined;
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
    child?.disconnect();
    child = undefined;
  }

  function start(): ChildProcess {
    const started = startProcess();
    started.on('message', ({ id, jpeg, failure }: Answer) =>
      settle(id, ({ resolve, reject }) =>
        jpeg ? resolve(Buffer.from(jpeg)) : reject(new Error(`The SVG renderer failed: ${failure}`)),
      ),
    );
    started.once('exit', () => {
      if (child !== started) return;
      child = undefined;
      for (const id of jobs.keys()) settle(id, ({ reject }) => reject(new Error('The SVG renderer exited')));
    });
    return started;
  }

  return (drawing) => {
    if (jobs.size >= maxWaiting) throw appError('unavailable', { retryAfterS: 5 });
    clearTimeout(idleTimer);
    child ??= start();
    const renderer = child;
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        renderer.kill('SIGKILL');
        settle(id, (job) => job.reject(new Error('The SVG renderer took too long')));
      }, timeoutMs);
      jobs.set(id, { resolve, reject, timer });
      renderer.send({ id, drawing });
    });
  };
}
