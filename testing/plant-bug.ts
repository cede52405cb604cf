import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
import { plantedBugs, withBug } from './chaos/planted-bugs.ts';

/**
 * Plants the bug that PLANTED_BUG names: replaces its text when a test loads the file of the product. Without PLANTED_BUG, tests run the
 * product as it is. `dist/` never contains a planted bug, because other configurations build it.
 */
export function plantBug(name = process.env.PLANTED_BUG): Plugin | undefined {
  if (!name) return undefined;
  const bug = plantedBugs.find((one) => one.name === name);
  if (!bug) throw new Error(`testing/chaos/planted-bugs.ts has no bug with the name ${name}`);
  const file = resolve(bug.file);
  return {
    name: 'plant-bug',
    enforce: 'pre',
    transform: (source, id) => (id === file ? withBug(source, bug) : undefined),
    // Vitest keeps transformed modules from one run to the next, by their source. The file with the bug must not be one of them.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (id === file ? false : undefined)),
  };
}
