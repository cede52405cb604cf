import type { MoneyContext } from '#server/money/money-context.ts';
import { refuseOtherAccount } from '#server/money/processors/refuse-other-account.ts';
import { refuseLiveData } from '#server/money/processors/refuse-test-leftovers.ts';
import { type ReconcileReport, reconcile } from '#server/money/reconcile.ts';
import { publishFiles } from '#server/platform/backup/load-backup.ts';
import {
  dropRestoreTables,
  findUnfinishedRestore,
  type LoadedRestore,
  markAdapted,
  takeWaitingJobs,
} from '#server/platform/backup/restore-state.sql.ts';
import type { Module } from '#server/platform/module.ts';
import { recordInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { checkInvariants, type Finding } from '#server/platform/postgres/invariants.ts';
import { endRestore } from './money/unmatched/adopt-unmatched.ts';
import { chainJournals } from './transparency/chain-journals.ts';

const jobsAtOnce = 500;

export interface FinishReport {
  /** Jobs that were dropped because they probably ran after the backup, by kind. */
  dropped: Map<string, number>;
  reconciled: ReconcileReport;
  findings: Finding[];
  finished: boolean;
}

/**
 * Finishes a restore whose backup is loaded and migrated. Nothing has moved money since: no server starts before this function has asked
 * the card processor about everything since the backup, and has booked movements that the restored database does not know. Can be
 * repeated after a crash, or when the processor did not answer. Undefined if no backup is loaded whose restore is unfinished.
 */
export async function finishRestore(
  context: MoneyContext,
  modules: readonly Module[],
  { despiteFindings = false } = {},
): Promise<FinishReport | undefined> {
  const { db, config, files } = context;
  const restore = await findUnfinishedRestore(db.sql);
  if (restore?.stage !== 'loaded') return undefined;
  await publishFiles({ dataDir: config.dataDir, files, onS3: config.s3 !== undefined }, restore.backupId);
  await refuseLiveData(context);
  await refuseOtherAccount(context);
  const dropped = await adapt(context, modules);
  const reconciled = await reconcile(context, { olderThanMs: 0, restoredFrom: restore.takenAt });
  // The jobs that would chain them do not run yet, and an invariant allows an hour, while the backup may be older.
  await chainJournals(context);
  const invariants = modules.flatMap((module) => module.invariants ?? []);
  const checked = await checkInvariants(db.sql, invariants);
  await recordInvariantCheck(db.sql, checked);
  const findings = checked.filter(({ rows }) => rows.length > 0);
  const isSound = reconciled.failed === 0 && (findings.length === 0 || despiteFindings);
  if (isSound) await end(context, restore);
  return { dropped, reconciled, findings, finished: isSound };
}

/** Readmits the waiting jobs and lets every module end what must not come back, once. */
async function adapt({ db, jobs }: MoneyContext, modules: readonly Module[]): Promise<Map<string, number>> {
  const dropped = new Map<string, number>();
  await db.tx(async (tx) => {
    if (!(await markAdapted(tx))) return;
    dropped.clear();
    for (;;) {
      const waiting = await takeWaitingJobs(tx, jobsAtOnce);
      for (const [kind, count] of await jobs.readmit(tx, waiting)) dropped.set(kind, (dropped.get(kind) ?? 0) + count);
      if (waiting.length < jobsAtOnce) break;
    }
    for (const module of modules) await module.afterRestore?.(tx);
  });
  return dropped;
}

async function end({ db }: MoneyContext, restore: LoadedRestore): Promise<void> {
  await db.tx(async (tx) => {
    await endRestore(tx, restore);
    await dropRestoreTables(tx);
  });
}
