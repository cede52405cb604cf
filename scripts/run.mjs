#!/usr/bin/env node
// Every npm script starts here, with any Node >= 20: it installs dependencies and then runs the command with the pinned Node. This file
// is plain JavaScript without packages, because nothing is installed yet. The npm scripts use "exec" so that npm's signals reach this
// process; a shell in between would exit and leave this process running.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilds } from './bootstrap/builds.mjs';
import { ensureDependencies } from './bootstrap/dependencies.mjs';
import { allocatorEnv, heapLimits, passOn } from './bootstrap/processes.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

/** NODE_OPTIONS with a size for the old space replaces them. */
const serverOptions = /max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? '') ? [] : heapLimits;

/**
 * The command of each npm script. `builds`: what it needs in dist/, built first if it is out of date. `production`: needs no development packages.
 * @type {Record<string, { run: string[], builds?: readonly ('pages' | 'server' | 'languages')[], production?: boolean }>}
 */
const commands = {
  start: { run: [...serverOptions, 'dist/node/main.js'], builds: ['pages', 'server', 'languages'], production: true },
  dev: { run: ['server/main.ts', '--dev'], builds: ['languages'] },
  build: { run: [], builds: ['pages', 'server', 'languages'], production: true },
  cli: { run: ['dist/node/cli.js'], builds: ['server', 'languages'], production: true },
  check: { run: ['scripts/check.ts'] },
  format: { run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'] },
  test: { run: ['scripts/test.ts'] },
  'test:unit': { run: [vitest, 'run', '--project', 'unit'] },
  'test:int': { run: [vitest, 'run', '--project', 'int'] },
  'test:stripe': { run: ['scripts/test-stripe.ts'] },
  'stripe-demo': { run: ['testing/stripe-stand-in/demo/demo.ts'], builds: ['pages', 'server', 'languages'] },
  e2e: { run: [vitest, 'run', '--project', 'e2e'], builds: ['pages', 'server', 'languages'] },
  bench: { run: ['bench/run.ts'], builds: ['pages', 'languages'] },
  chaos: { run: ['testing/chaos/run.ts'], builds: ['server', 'languages'] },
  texts: { run: ['scripts/language/update-texts.ts'] },
  mutate: { run: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'] },
  shots: { run: ['e2e/shots.ts'], builds: ['pages', 'server', 'languages'] },
  docs: { run: ['scripts/generate-docs.ts'] },
  'release:notes': { run: ['scripts/release-notes.ts'] },
  'docs:site': { run: ['scripts/build-site.ts'], builds: ['server', 'languages'] },
};

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new Error(`Unknown command "${name}". Use one of: ${Object.keys(commands).join(', ')}.`);
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Fanfare needs Node 20 or newer to start; this is ${process.version}. Install a newer Node.`);
  }
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const node = await ensureDependencies({ production: command.production ?? false });
  // Caches compiled and type-stripped sources: a second start of the server needs half the CPU (1.1 s instead of 2.0 s).
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');
  if (name === 'start') Object.assign(process.env, { ...allocatorEnv, ...process.env });
  if (command.builds) await ensureBuilds(node, command.builds);
  return command.run.length === 0 ? 0 : passOn(node, [...command.run, ...args]);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`${error.message}\n`);
    if (process.argv[2] === 'test') process.stdout.write('0 passed, 1 failed\n');
    process.exitCode = 1;
  },
);
