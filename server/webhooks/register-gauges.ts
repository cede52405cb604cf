import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DueDeliveries, readDueDeliveries } from './due-deliveries.sql.ts';

/** The gauges of one scrape share their read. */
const sharedForMs = 1000;

/** Registers the metrics of deliveries that wait. deploy/monitoring/ has an alert and a panel for them. */
export function registerGauges({ db, metrics }: Platform): void {
  const reads = createTtlCache<DueDeliveries>(sharedForMs);
  const due = () => reads.read('due', () => readDueDeliveries(db.sql));
  metrics.gauge(
    'fanfare_webhook_deliveries_due',
    'Events that could be sent to webhooks now and wait for their turn',
    async () => (await due()).count,
  );
  metrics.gauge(
    'fanfare_webhook_longest_wait_seconds',
    'How long a webhook has waited for its turn while events for it are due; 0 if none waits',
    async () => (await due()).oldestS,
  );
}
