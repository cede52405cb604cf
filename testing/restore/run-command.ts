import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compileCacheEnv, programs } from '#testing/programs.ts';

/** Starts a command of the command line, with these settings only. */
export function startCommand(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [programs.cli, ...args], {
    env: { ...compileCacheEnv, PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = startCommand(args, env);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'close'),
  ]);
  return { code, output: output + errors };
}
