import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// cspell:ignore recieved colour behaviour

function spell(text: string) {
  const args = ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', 'stdin://docs/example.md'];
  return spawnSync(process.execPath, args, { input: text, encoding: 'utf8' });
}

test('refuses a misspelling and British spelling', () => {
  const { status, stdout } = spell('A pledge is recieved. Its colour and behaviour change.\n');
  expect(status).toBe(1);
  for (const word of ['recieved', 'colour', 'behaviour']) expect(stdout).toContain(`(${word})`);
});

test('accepts the words of the project', () => {
  const { status, stdout } = spell('A fan pledges to a fundable pool; PostgreSQL stores a tsvector.\n');
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
