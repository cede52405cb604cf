import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/platform/config/project.ts';
import { createLogger } from './log.ts';

/** Where the bundle declares a function, as a stack trace would name it. */
function placeInBundle(declaration: string): string {
  for (const file of globSync(join(projectRoot, 'dist/node/*.js'))) {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.startsWith(declaration));
    if (line >= 0) return `file://${file}:${line + 1}:20`;
  }
  throw new Error(`the bundle has no "${declaration}"`);
}

function logged(stack: string): string {
  const lines: string[] = [];
  const error = new Error('broken');
  error.stack = `Error: broken\n    at ${stack}`;
  createLogger('error', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  return JSON.parse(lines[0] ?? '').err.stack;
}

it('logs the TypeScript file and line of an error in the bundle', () => {
  const source = readFileSync(join(projectRoot, 'server/platform/postgres/migrate.ts'), 'utf8').split('\n');
  const line = source.findIndex((text) => text.startsWith('export async function lockMigrations')) + 1;
  expect(logged(placeInBundle('async function lockMigrations('))).toMatch(
    new RegExp(`^Error: broken\\n    at server/platform/postgres/migrate\\.ts:${line}:\\d+$`),
  );
});

it('leaves other places in a stack trace unchanged', () => {
  const other = 'read (/srv/fanfare/node_modules/fastify/lib/reply.js:10:2)';
  const unknown = 'read (file:///srv/elsewhere/dist/node/shared.js:10:2)';
  expect(logged(other)).toContain(other);
  expect(logged(unknown)).toContain(unknown);
});
