import type { Health, HealthCheck } from '#contract/admin/health.ts';
import { readHeld, readUnsettled } from '#server/bookkeeping/read-waiting.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { version } from '#server/platform/config/project.ts';
import { type Check, healthChecks } from './checks.ts';
import { reasonOf } from './checkup.ts';
import { listQueues, listStatements } from './health.sql.ts';
import { hideValues } from './hide-values.ts';
import { listNodes } from './list-nodes.ts';
import { readRunbook } from './runbook.ts';

/** A system that hangs must not hold the page. */
const answersWithinMs = 4000;
const shownStatements = 10;

/** The state of the installation. Single flight, because the checks ask other systems and every open page asks again after a while. */
export function readHealth(context: MoneyContext): Promise<Health> {
  return singleFlightOf(context)('health', () => examine(context));
}

async function examine(context: MoneyContext): Promise<Health> {
  const { db, files } = context;
  const [database, ...others] = healthChecks(context);
  // Alone, because it measures how long a statement takes.
  const first = database ? [await judge(database)] : [];
  const [rest, nodes, jobs, unsettled, heldCents, disk, statements] = await Promise.all([
    Promise.all(others.map(judge)),
    listNodes(db.sql),
    listQueues(db.sql),
    readUnsettled(context),
    readHeld(context),
    files.disk(),
    listStatements(db.sql, shownStatements),
  ]);
  return {
    checkedAt: new Date().toISOString(),
    version,
    checks: [...first, ...rest],
    nodes: nodes.map((node) => ({ ...node, since: node.since.toISOString() })),
    jobs: jobs.map((queue) => ({
      ...queue,
      oldestDueAt: queue.oldestDueAt?.toISOString() ?? null,
      lastFailedAt: queue.lastFailedAt?.toISOString() ?? null,
    })),
    money: {
      heldCents,
      unknownCharges: unsettled.charges,
      refundsDue: unsettled.refundsDue,
      webhookLagS: unsettled.ages.webhook,
    },
    disk,
    statements: statements?.map(({ query, ...figures }) => ({ text: hideValues(query), ...figures })) ?? null,
    statementsHelp: statements ? null : await readRunbook('Slow statements'),
  };
}

async function judge({ id, name, run }: Check): Promise<HealthCheck> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answersWithinMs / 1000} seconds`)), answersWithinMs);
  });
  try {
    const { state, message, runbook } = await Promise.race([run(), tooLate]);
    const isFine = state === 'ok' || state === 'off';
    return { id, name, state, message, runbook: isFine || !runbook ? null : await readRunbook(runbook) };
  } catch (error) {
    return { id, name, state: 'problem', message: `This could not be checked: ${reasonOf(error)}.`, runbook: null };
  } finally {
    clearTimeout(timer);
  }
}
