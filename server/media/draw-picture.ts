import { type ChildProcess, fork } from 'node:child_process';
import { appError } from '#contract/errors.ts';

/** A drawing of our own, in pixels; `photo` is laid over it, cut to its frame. */
export interface Drawing {
  svg: string;
  /** Larger and made in a tenth of the time: for what is encoded once more anyway. */
  quick?: boolean;
  photo?: { data: Uint8Array; left: number; top: number; width: number; height: number };
}

const idleMs = 30_000;
const withinMs = 15_000;
const maxWaiting = 32;

interface Answer {
  id: number;
  picture?: Uint8Array;
  fault?: string;
}

interface Waiting {
  resolve: (picture: Buffer) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

let worker: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function settle(id: number, end: (one: Waiting) => void): void {
  const one = waiting.get(id);
  if (!one) return;
  waiting.delete(id);
  clearTimeout(one.timer);
  end(one);
  if (waiting.size > 0) return;
  idle = setTimeout(stop, idleMs);
  idle.unref();
}

function stop(): void {
  worker?.disconnect();
  worker = undefined;
}

/** Starts when there is something to draw, ends when there has been nothing for a while. It knows no secret of ours. */
function start(): ChildProcess {
  const child = fork(new URL('./draw-process.ts', import.meta.url), {
    env: {},
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('message', ({ id, picture, fault }: Answer) =>
    settle(id, ({ resolve, reject }) =>
      picture ? resolve(Buffer.from(picture)) : reject(new Error(`a picture could not be drawn: ${fault}`)),
    ),
  );
  child.once('exit', () => {
    if (worker !== child) return;
    worker = undefined;
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(new Error('the drawing process ended')));
  });
  // Told of by exit, too.
  child.once('error', () => child.kill());
  return child;
}

/** Draws as JPEG. Throws `unavailable` where too much is waiting to be drawn. */
export function drawPicture(drawing: Drawing): Promise<Buffer> {
  if (waiting.size >= maxWaiting) throw appError('unavailable', { retryAfterS: 5 });
  clearTimeout(idle);
  worker ??= start();
  const child = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle(id, (one) => one.reject(new Error('drawing took too long')));
    }, withinMs);
    waiting.set(id, { resolve, reject, timer });
    child.send({ id, drawing });
  });
}
