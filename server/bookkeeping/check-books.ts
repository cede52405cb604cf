import type { checkBooks } from '#contract/admin/money.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { recordInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { checkInvariants, type Invariant } from '#server/platform/postgres/invariants.ts';
import { auditMoney, type MoneyAdmin } from './audit-money.ts';

type Checked = OutputOf<typeof checkBooks>;

/** Admins who press the button again within this time get the same result, because a check of large books keeps the database busy for a minute. */
const keptMs = 10_000;

const results = contextState(() => createTtlCache<Checked>(keptMs));

/**
 * Runs every invariant of money and data, as `cli check` does, and records who asked. Single flight: concurrent calls share one run.
 */
export async function checkBooksNow(
  context: Platform,
  admin: MoneyAdmin,
  invariants: readonly Invariant[],
): Promise<Checked> {
  const checked = await results(context).read('all', async () => {
    const findings = await checkInvariants(context.db.sql, invariants);
    await recordInvariantCheck(context.db.sql, findings);
    return {
      invariants: findings.map(({ name, rows }) => ({ name, violations: rows.map((row) => JSON.stringify(row)) })),
    };
  });
  const broken = checked.invariants.filter(({ violations }) => violations.length > 0);
  await auditMoney(context, admin, 'money.checked', {
    invariants: checked.invariants.length,
    broken: broken.map(({ name }) => name).join(', '),
  });
  return checked;
}
