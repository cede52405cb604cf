import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst, longFiles } from './longest-first.ts';

const config = { isolate: false, sequence: { groupOrder: 0 } };
const unit = { name: 'unit', config };
const int = { name: 'int', config };
const noCache = { getTestSpecificationResult: () => undefined, getFileStats: () => undefined };

const order = async (files: [{ name: string }, string][]) => {
  const specifications = files.map(([project, file]) => ({ project, moduleId: `/clone/${file}` }));
  const sequencer = new LongestFirst({ cache: noCache, config: { root: '/clone' } } as unknown as Vitest);
  const sorted = await sequencer.sort(specifications as unknown as TestSpecification[]);
  return sorted.map(({ moduleId }) => moduleId.slice('/clone/'.length));
};

it('starts long files first and keeps the projects one after the other', async () => {
  const [longest = '', second = ''] = longFiles;
  expect(
    await order([
      [int, 'server/short.int.test.ts'],
      [int, second],
      [unit, 'web/short.test.ts'],
      [int, longest],
    ]),
  ).toEqual([longest, second, 'server/short.int.test.ts', 'web/short.test.ts']);
});

it('names only files that exist', () => {
  expect(longFiles.filter((file) => !existsSync(file))).toEqual([]);
});
