import { defineConfig } from 'vitest/config';

const outside = ['**/node_modules/**', 'dist/**', 'data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A machine that others use, too, is not a fault of the product.
          testTimeout: 60_000,
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...outside, '**/*.int.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: outside,
          environment: 'node',
          globalSetup: ['./testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          // To read the whole product anew takes half the time of many a file: each of the two processes reads it once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: outside,
          environment: 'node',
          globalSetup: ['./testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A second, as it is otherwise, is short for a machine with two browsers.
          expect: { poll: { timeout: 15_000 } },
          // Two browsers at a time leave a tenth of two cores idle, one more than a quarter; each process reads the product once.
          isolate: false,
        },
      },
    ],
    // Forks, since the server keeps process-wide things (signals, native modules), and two, since CI has two cores.
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
  },
});
