import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './testing/longest-first.ts';
import { keepTempFilesInMemory } from './testing/temp-folder.ts';

// The test processes inherit this.
keepTempFilesInMemory();

/** The journeys in which money moves or waits to move. They run on the sandbox, and unchanged on Stripe (docs/stripe.md). */
const moneyJourneys = [
  'main-job',
  'ends-by-people',
  'ends-by-time',
  'leaving',
  'mails',
  'pay-races',
  'pool-claims',
  'creator-claims',
  'races',
  'refusals',
  'removal',
  'takedowns',
  'webhooks',
  'stripe-scenarios',
  'stripe-accounts',
];

/** The journeys that `npm test` repeats on Stripe. `npm run test:stripe` runs all of them. */
const quickJourneys = ['main-job', 'ends-by-time', 'creator-claims', 'webhooks', 'stripe-scenarios', 'stripe-accounts'];

/** The journeys that `npm test` repeats with cold caches. */
const coldJourneys = ['main-job', 'ends-by-people', 'community', 'creator-claims', 'updates', 'disabled-deliveries'];
/** They take two minutes more. */
if (process.env.TEST_PROFILE === 'long') coldJourneys.push('leaving', 'every-endpoint');

/** The journeys that `npm test` repeats with slow commits (testing/slow-commits.ts). */
const slowJourneys = ['main-job', 'ends-by-people', 'community', 'creator-claims', 'updates'];

function onStripe(
  name: string,
  journeys: readonly string[],
  env: Record<string, string> = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: journeys.map((journey) => `testing/journeys/${journey}.int.test.ts`),
      environment: 'node',
      env: { TEST_CARDS: 'stripe', ...env },
      globalSetup: ['./testing/global-setup.ts'],
      testTimeout: 120_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 15_000 } },
      isolate: false,
    },
  };
}

const outside = ['**/node_modules/**', '.stryker-tmp/**', 'dist/**', 'data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Generous, because a busy machine must not fail a test.
          testTimeout: 60_000,
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...outside, '**/*.int.test.ts'],
          environment: 'node',
          // A new process for each file takes longer than most of the tests. A test must undo what it stubs.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: [...outside, 'testing/journeys/stripe-*'],
          environment: 'node',
          globalSetup: ['./testing/global-setup.ts'],
          // Generous, as for unit tests.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          // Without isolation each of the two processes imports the product once. Importing it per file takes half of many files' time.
          isolate: false,
        },
      },
      onStripe('stripe', moneyJourneys),
      onStripe('stripe-quick', quickJourneys),
      onStripe('stripe-test-mode', ['stripe-scenarios', 'stripe-accounts'], { TEST_CARDS: 'stripe-test-mode' }),
      // No webhook arrives: the reconciler alone reaches the same states.
      onStripe('stripe-lost', ['main-job'], { TEST_WEBHOOKS: 'lost' }),
      {
        extends: true,
        test: {
          name: 'cold',
          include: coldJourneys.map((journey) => `testing/journeys/${journey}.int.test.ts`),
          environment: 'node',
          setupFiles: ['./testing/cold-caches.ts'],
          globalSetup: ['./testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slowJourneys.map((journey) => `testing/journeys/${journey}.int.test.ts`),
          environment: 'node',
          env: { TEST_COMMITS: 'slow' },
          globalSetup: ['./testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
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
          // The default of one second is too short on a machine that runs several browsers.
          expect: { poll: { timeout: 15_000 } },
          // Two browsers at a time leave a sixth of two cores idle. With three, Firefox sometimes exceeds its time limits.
          isolate: false,
        },
      },
    ],
    // Forks, because the server uses process-wide state (signals, native modules). Two, because CI has two cores.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
  },
});
