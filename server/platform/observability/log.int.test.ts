import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const logger = `import { createLogger } from '${import.meta.dirname}/log.ts'; const log = createLogger('info');`;

/** Runs a program that logs, and returns the messages that reached standard output. */
async function messagesOf(program: string): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', logger + program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output.split('\n').flatMap((line) => (line ? [JSON.parse(line).msg] : []));
}

describe('the log on standard output', () => {
  it('is complete and in order when the process ends', async () => {
    const expected = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    const write = 'for (let index = 0; index < 500; index += 1) log.info("line " + index);';
    expect(await messagesOf(write)).toEqual(expected);
    expect(await messagesOf(`${write} process.exit(1);`)).toEqual(expected);
  });

  it('has a warning, and the lines before it, at once', async () => {
    const killed = "process.kill(process.pid, 'SIGKILL');";
    expect(await messagesOf(`log.info('before'); log.warn('low disk'); ${killed}`)).toEqual(['before', 'low disk']);
    expect(await messagesOf(`log.error('no disk'); ${killed}`)).toEqual(['no disk']);
  });

  it('has a single line soon, while the process goes on', async () => {
    expect(
      await messagesOf("log.info('alone'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);"),
    ).toEqual(['alone']);
  });
});
