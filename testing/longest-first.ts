import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The integration tests that take more than twenty seconds in a full run and the browser tests that take more than thirty, longest first. */
export const longFiles = [
  'testing/restore/interrupted-restore.int.test.ts',
  'testing/chaos/first-start.int.test.ts',
  'testing/journeys/database-outage.int.test.ts',
  'testing/restore/backup-faults.int.test.ts',
  'testing/chaos/kill-storm.int.test.ts',
  'testing/chaos/webhook-storm.int.test.ts',
  'server/demo/seed-demo.int.test.ts',
  'testing/chaos/stripe/stripe-storm.int.test.ts',
  'testing/journeys/operator-problems.int.test.ts',
  'testing/chaos/webhook-fair-share.int.test.ts',
  'testing/journeys/paid-in-time.int.test.ts',
  'testing/chaos/database-storm.int.test.ts',
  'server/money/stripe/card-contract.int.test.ts',
  'testing/restore/restore-drill.int.test.ts',
  'testing/stripe-stand-in/demo/demo.int.test.ts',
  'server/webhooks/hostile-receivers.int.test.ts',
  'testing/journeys/process.int.test.ts',
  'testing/journeys/apart.int.test.ts',
  'server/platform/postgres/embedded-postgres.int.test.ts',
  'server/media/uploads/killed-upload.int.test.ts',
  'testing/chaos/database-pressure.int.test.ts',
  'e2e/pages.e2e.ts',
  'e2e/chat.e2e.ts',
  'e2e/unread-answers.e2e.ts',
  'e2e/create-pool.e2e.ts',
  'e2e/active-chat.e2e.ts',
  'e2e/dead-ends.e2e.ts',
  'e2e/main-job.e2e.ts',
  'e2e/delivered.e2e.ts',
];

/**
 * Starts the long files first. Without results of an earlier run, as in a fresh clone, Vitest starts large files first. Some of the
 * longest tests are in small files, so the last of them ran alone while the other processes had nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rankOf(a) - rankOf(b),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const index = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index === -1 ? longFiles.length : index;
}
