import type { MoneyContext } from '#server/money/money-context.ts';
import { listProblems } from '#server/money/problems/list-problems.ts';
import { readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import { readHeld, readUnsettled, readWaiting, type Waiting } from './read-waiting.ts';

/** The gauges of one scrape share their reads. */
const sharedForMs = 1000;
const hourS = 3600;

/** Registers the metrics about money, backups and the disk. deploy/monitoring/ has alerts and a dashboard for them. */
export function registerGauges(context: MoneyContext): void {
  const { db, files, metrics } = context;
  const reads = createTtlCache<Awaited<ReturnType<typeof readUnsettled>>>(sharedForMs);
  const unsettled = () => reads.read('unsettled', () => readUnsettled(context));
  const waits = (kind: keyof Awaited<ReturnType<typeof readUnsettled>>['ages'], help: string) =>
    metrics.gauge(`fanfare_oldest_unsettled_${kind}_seconds`, help, async () => (await unsettled()).ages[kind] ?? 0);

  waits('charge', 'Age of the oldest charge of a saved card whose outcome is not known; 0 if there is none');
  waits('refund', 'Age of the oldest refund that the card processor has not settled; 0 if there is none');
  waits(
    'payout',
    'Age of the oldest transfer of a payout, or of its reversal, that the card processor has not settled; 0 if there is none',
  );
  waits('webhook', 'Age of the oldest webhook that has not been processed; 0 if there is none');
  waits(
    'deadline',
    'Time since the oldest deadline that waits for an answer of the card processor; 0 if there is none',
  );
  metrics.gauge(
    'fanfare_unknown_charges',
    'Charges of saved cards whose outcome is not known',
    async () => (await unsettled()).charges,
  );
  metrics.gauge(
    'fanfare_refunds_due',
    'Refunds that have not reached the fan, including refused and returned ones',
    async () => (await unsettled()).refundsDue,
  );
  metrics.gauge(
    'fanfare_processor_problems',
    'What the card processor refuses and only the operator can solve',
    async () => (await listProblems(context)).length,
  );
  registerWaiting(context);
  metrics.gauge('fanfare_held_cents', 'Money held for pools, in cents, up to a minute old', () => readHeld(context));
  metrics.gauge('fanfare_backup_age_seconds', 'Age of the newest backup; +Inf if there is none', async () => {
    const newest = await readNewestBackup(db.sql);
    return newest ? newest.ageHours * hourS : Number.POSITIVE_INFINITY;
  });
  metrics.gauge(
    'fanfare_disk_free_bytes',
    'Free space on the disk of DATA_DIR',
    async () => (await files.disk()).freeBytes,
  );
}

/** Pools and payouts that wait for an admin. */
function registerWaiting(context: MoneyContext): void {
  const { metrics } = context;
  const reads = createTtlCache<Waiting>(sharedForMs);
  const waiting = () => reads.read('waiting', () => readWaiting(context));
  const oldest = (kind: keyof Waiting['pools'], help: string) =>
    metrics.gauge(`fanfare_oldest_${kind}_pool_seconds`, help, async () => (await waiting()).pools[kind].oldestS ?? 0);
  oldest('frozen', 'Age of the oldest freeze of a pool; 0 if none is frozen');
  oldest('review', 'Age of the oldest delivery that waits for its review; 0 if there is none');
  oldest(
    'held',
    'Time since the quiet period of a delivered pool that a suspension or an objection holds back; 0 if there is none',
  );
  metrics.gauge(
    'fanfare_overdue_pools',
    'Pools that wait for an admin for longer than they may',
    async () => (await waiting()).overdue,
  );
  metrics.gauge(
    'fanfare_held_payouts_cents',
    'Released money that a suspension or an admin keeps from its creators, in cents',
    async () => (await waiting()).payouts.amountCents,
  );
  metrics.gauge(
    'fanfare_oldest_held_payout_seconds',
    'How long the oldest payout has been held; 0 if none is',
    async () => (await waiting()).payouts.oldestS ?? 0,
  );
}
