import type { OutputOf } from '#contract/endpoint.ts';
import type { getModerationReport } from '#contract/moderation-report.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readModerationMonths } from './moderation-figures.sql.ts';

type Report = OutputOf<typeof getModerationReport>;

const months = 24;
/** The report is public, and its counts change slowly. */
const keptMs = 60_000;
const cacheOf = contextState(() => createTtlCache<Report>(keptMs));

/** Returns the public moderation figures, at most a minute old. */
export function readModerationReport(context: Platform): Promise<Report> {
  return cacheOf(context).read('report', async () => ({
    months: await readModerationMonths(context.db.sql, months),
    readAt: new Date().toISOString(),
  }));
}
