import { appError } from '#contract/errors.ts';
import type { ReportKind } from '#contract/reports.ts';
import { startOfText } from '#contract/values/start-of-text.ts';
import { readContent } from '#server/delivery/read-content.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { findReadableUpdate } from '#server/updates/find-readable-update.ts';
import type {} from './facts.ts';
import { mayReport } from './policy.ts';
import { keepMessageImages } from './report-images.sql.ts';
import {
  findReportedComment,
  findReportedDelivery,
  findReportedMessage,
  findReportedPool,
  findReportedProfile,
  findReportedThanks,
  findReportedUpdate,
  insertReport,
  type ReportedInPool,
  type ReportedRow,
} from './reports.sql.ts';

type Find = (sql: Connection, id: string, reporterId: string) => Promise<ReportedRow | ReportedInPool | undefined>;

const findOf: Record<ReportKind, Find> = {
  pool: findReportedPool,
  update: findReportedUpdate,
  comment: findReportedComment,
  profile: findReportedProfile,
  content: findReportedDelivery,
  message: findReportedMessage,
  thanks: findReportedThanks,
};

const excerptMax = 1000;

/**
 * Reports a pool, update, comment, profile, delivery or message to the admins. Throws not_found (also if the reporter may not see it),
 * content_locked, update_locked, own_report, report_exists.
 */
export async function makeReport(
  context: Platform,
  actor: Actor,
  { kind, id, reason }: { kind: ReportKind; id: string; reason: string },
): Promise<{ id: string; status: 'open' }> {
  await context.limits.limiter('reports', { points: 60, perMs: 60 * 60_000 }).consume(actor.userId);
  const target = await findOf[kind](context.db.sql, id, actor.userId);
  if (!target || ('ownerId' in target && !maySeePool(actor, target))) throw appError('not_found');
  if (kind === 'content') await assertReadable(context, actor, target);
  if ('updateId' in target && target.updateId) await findReadableUpdate(context, { actor }, target.updateId);
  const { targetId, poolId, subjectId, earlierTexts = [] } = target;
  if (!mayReport(actor, subjectId)) throw appError('own_report');
  const excerpt = startOfText(target.excerpt, excerptMax);
  const report = { kind, targetId, poolId, subjectId, reason, excerpt, earlierTexts };
  return context.db.tx(async (tx) => {
    const reportId = await insertReport(tx, { ...report, reporterId: actor.userId });
    if (!reportId) throw appError('report_exists');
    if (kind === 'message') await keepMessageImages(tx, reportId, targetId);
    await context.facts.publish(tx, 'report.made', { reportId, poolId });
    return { id: reportId, status: 'open' };
  });
}

/** Only people who can see a delivery can report it. */
async function assertReadable(context: Platform, actor: Actor, { poolId, targetId }: ReportedRow): Promise<void> {
  const { deliveries } = poolId ? await readContent(context, actor, poolId) : { deliveries: [] };
  if (!deliveries.some(({ claimId }) => claimId === targetId)) throw appError('not_found');
}
