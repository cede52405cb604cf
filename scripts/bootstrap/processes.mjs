import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program until it exits and returns its output.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(program, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs Node with our terminal and process group; forwards signals and returns its exit code.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function passOn(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: 'inherit' });
    const interactive = process.stdin.isTTY;
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      // A terminal sends Ctrl-C to the whole process group, so the child already has the signal.
      process.on(signal, () => (interactive && signal === 'SIGINT' ? undefined : child.kill(signal)));
    }
    const watch = stopWithParent(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Stops the server when npm is killed outright; otherwise the server would keep its port. Runs only under npm.
 * @param {() => void} stop
 */
function stopWithParent(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && stop(), 250);
}

/**
 * Node's options for the server. On a machine with much memory, V8 lets the heap grow before it collects. While 16
 * connections load pages of signed-in people, it grows to 658 MB without these options and to 358 MB with them.
 */
export const heapLimits = ['--max-old-space-size=1024', '--max-semi-space-size=16'];

/**
 * Settings of glibc, without effect elsewhere. By default it keeps memory of each thread that compresses pages: the server holds 408 MB instead of 309 MB
 * after 45 seconds of the pages' benchmark.
 */
export const allocatorEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
