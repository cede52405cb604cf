import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moduleOrder } from '#server/module-order.ts';

test('the architecture page lists the modules in their order', () => {
  const [, tree = ''] =
    /## The modules, in order\n\n```\n([\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  // Each line has names, then at least two spaces and what they are for.
  const names = tree.split('\n').flatMap((line) => (/^((?:[\w-]+ {2})*[\w-]+) {2,}/.exec(line)?.[1] ?? '').split('  '));
  expect(names.filter(Boolean)).toEqual(moduleOrder);
});
