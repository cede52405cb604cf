import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readLastInvariantCheck, recordInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';

/** Runs every invariant if none was ever checked here, so that a new installation does not begin with an open question. */
export async function checkAtFirstStart(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  modules: readonly Module[],
): Promise<void> {
  if (await readLastInvariantCheck(db.sql)) return;
  const findings = await checkInvariants(
    db.sql,
    modules.flatMap((module) => module.invariants ?? []),
  );
  await recordInvariantCheck(db.sql, findings);
  const broken = findings.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  if (broken.length > 0) log.error({ broken }, 'invariants do not hold: run `npm run cli -- check`');
}
