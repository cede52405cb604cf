import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Unsettled, Waiting } from '#server/bookkeeping/read-waiting.ts';
import type { SampledFiles } from '#server/media/find-missing-files.ts';
import { describeProblem } from '#server/money/problems/describe-problem.ts';
import type { Problem } from '#server/money/problems/list-problems.ts';
import type { KnownBackup } from '#server/platform/backup/backups.sql.ts';
import type { DiskSpace } from '#server/platform/data/files.ts';
import { count } from '#server/platform/english-count.ts';
import type { ChatServices } from '#server/webhooks/read-chat-services.ts';
import { type Finding, ok, problem, warning } from './checkup.ts';
import type { JobFacts } from './health.sql.ts';

const slowMs = 20;

export function judgeLatency(ms: number): Finding {
  if (ms <= slowMs) return ok(`A query takes ${ms.toFixed(1)} ms.`);
  return warning(`A query takes ${ms.toFixed(0)} ms; run the server in the same data center as the database.`);
}

/** Sweeps run every minute. */
const idleAtMostS = 5 * 60;

export function judgeJobs(jobs: JobFacts | undefined): Finding {
  if (!jobs || jobs.idleS === null) return problem('No job has run yet; start the server.');
  if (jobs.idleS > idleAtMostS)
    return problem(
      `No job has finished in ${Math.round(jobs.idleS / 60)} minutes; start a process with ROLE=all or ROLE=worker.`,
    );
  if (jobs.overdue > 0) return warning(`${jobs.overdue} jobs are overdue; add a worker, or read the log for errors.`);
  if (jobs.failed > 0)
    return warning(`${jobs.failed} jobs failed within a day after all attempts; read the log for errors.`);
  return ok('Workers run jobs, and none is overdue.');
}

/** The schedule in docs/operations.md makes one every night. */
const hoursToWarning = 36;
const hoursToProblem = 7 * 24;

type Judged = Pick<KnownBackup, 'bytes' | 'encrypted' | 'verified'> & { ageHours: number };

export function judgeBackup(backup: Judged | undefined): Finding {
  if (!backup) return problem('No backup was made yet; set up the nightly timer of docs/operations.md.');
  const { ageHours, bytes, encrypted, verified } = backup;
  const about = `The newest backup is ${ageOf(ageHours)} old (${(bytes / 1e6).toFixed(1)} MB)`;
  if (ageHours > hoursToProblem) return problem(`${about}; find out why the nightly timer makes none.`);
  if (ageHours > hoursToWarning) return warning(`${about}; check the nightly timer.`);
  if (!encrypted) return warning(`${about} and not encrypted; set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE.`);
  if (!verified) return ok(`${about}. It was sent elsewhere: verify it there with \`backup --verify\`.`);
  return ok(`${about}, encrypted, and was read back from the disk.`);
}

function ageOf(hours: number): string {
  if (hours < 48) return `${Math.round(hours)} hours`;
  return `${Math.round(hours / 24)} days`;
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export function judgeSpace({ freeBytes, totalBytes, reserveBytes }: DiskSpace): Finding {
  const free = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free`;
  if (freeBytes < reserveBytes)
    return problem(`${free}, less than DISK_RESERVE, so uploads are refused; free up space or use a larger disk.`);
  if (freeBytes < reserveBytes * 3 || freeBytes < totalBytes / 10) return warning(`${free}; plan for a larger disk.`);
  return ok(`${free}.`);
}

export function judgeFiles({ sampled, missing }: SampledFiles): Finding {
  if (missing === 0) return ok(`All of the newest ${sampled} uploads and pictures are there.`);
  if (missing === sampled)
    return problem(
      `None of the newest ${sampled} uploads and pictures is there; use the settings of the server, such as DATA_DIR, or restore a backup.`,
    );
  return warning(`${missing} of the newest ${sampled} uploads and pictures are missing; run \`npm run cli -- check\`.`);
}

const minutesToProblem = 60;
const minutesToWarning = 15;

export function judgeUnsettled(ages: Unsettled['ages']): Finding {
  const waiting = (Object.entries(ages) as [keyof Unsettled['ages'], number | null][])
    .flatMap(([kind, seconds]) => (seconds === null ? [] : [[kind, seconds / 60] as const]))
    .sort(([, a], [, b]) => b - a)[0];
  if (!waiting || waiting[1] < minutesToWarning)
    return ok('No charge, refund, payout, webhook or deadline has been waiting long.');
  const [what, minutes] = waiting;
  const judge = minutes < minutesToProblem ? warning : problem;
  if (what === 'deadline')
    return judge(
      `A deadline passed ${Math.round(minutes)} minutes ago and waits for the card processor; no pledge is dropped until it answers.`,
    );
  return judge(`The oldest unsettled ${what} is ${Math.round(minutes)} minutes old; run \`npm run cli -- reconcile\`.`);
}

type Described = Parameters<typeof describeProblem>[0] & Pick<Problem, 'firstSeenAt'>;

/** Refusals that the operator must solve at the card processor. */
export function judgeProblems(problems: readonly Described[]): Finding {
  if (problems.length === 0) return ok('None: the card processor refuses nothing that you have to solve.');
  return problem(problems.map(describeProblem).join(' '));
}

/** `holdLimitMs`: from when on held payouts are a problem. */
export function judgeWaiting({ pools, halfOver, overdue, nextEnd, payouts }: Waiting, holdLimitMs: number): Finding {
  if (overdue > 0)
    return problem(
      `${count(overdue, 'pool')} should have been refunded by now; look at Jobs, and read the log for errors.`,
    );
  const parts = [
    pools.frozen.count > 0 ? count(pools.frozen.count, 'frozen pool') : '',
    pools.review.count > 0 ? count(pools.review.count, 'delivery without a review', 'deliveries without a review') : '',
    pools.held.count > 0 ? `${count(pools.held.count, 'delivered pool')} held back` : '',
    payouts.people > 0
      ? `payouts of ${formatMoney(payouts.amountCents)} to ${count(payouts.people, 'creator')} held`
      : '',
  ].filter(Boolean);
  if (parts.length === 0) return ok('No pool is frozen, waiting for a review or held back, and no payout is held.');
  const sum = `${parts.join(', ').replace(/^./, (first) => first.toUpperCase())}.`;
  if (payouts.oldestS !== null && payouts.oldestS * 1000 > holdLimitMs)
    return problem(`${sum} Some payouts have been held for longer than HOLD_LIMIT; decide about them.`);
  const ends = nextEnd ? ` The first pool is refunded automatically on ${fullDate(nextEnd)}.` : '';
  if (halfOver > 0 || payouts.people > 0 || pools.held.count > 0) return warning(`${sum}${ends}`);
  return ok(`${sum}${ends}`);
}

const chatNames = { discord: 'Discord', slack: 'Slack' } as const;

export function judgeChannels({ services, refusalsMax }: ChatServices): Finding {
  const stopped = services.find(({ refusals, pausedUntil }) => refusals >= refusalsMax || pausedUntil);
  if (stopped)
    return warning(
      `${chatNames[stopped.kind]} refused many requests of this installation, so no channel there gets messages for some minutes.`,
    );
  const counts = services.map(({ kind, endpoints }) => `${count(endpoints, 'channel')} of ${chatNames[kind]}`);
  const refusals = services.reduce((sum, service) => sum + service.refusals, 0);
  const sentence = `${counts.join(' and ')} can get messages; ${count(refusals, 'refused request')} in the last ten minutes.`;
  return refusals > refusalsMax / 2 ? warning(sentence) : ok(sentence);
}
