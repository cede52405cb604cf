import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { patchDriver } from './patched-driver.ts';

const sourceOf = (file: string) =>
  readFile(fileURLToPath(new URL(`../../../node_modules/postgres/src/${file}`, import.meta.url)), 'utf8');

test.each(['connection.js', 'index.js'])('patches %s of the installed driver', async (file) => {
  const source = await sourceOf(file);
  expect(patchDriver(file, source)).not.toBe(source);
});

test('refuses a driver whose text has changed', async () => {
  const source = (await sourceOf('connection.js')).replace(
    'const x = socket.write(chunk, fn)',
    'socket.write(chunk, fn)',
  );
  expect(() => patchDriver('connection.js', source)).toThrow('postgres.js has changed: src/connection.js');
});

test('accepts the driver that an earlier evaluation of this module has patched', async () => {
  const first = await import('./patched-driver.ts');
  vi.resetModules();
  const second = await import('./patched-driver.ts');
  expect(second.postgres).toBe(first.postgres);
  expect(second.patchDriver).not.toBe(first.patchDriver);
});
