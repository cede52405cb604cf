import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { HttpSite } from '#testing/journeys/http-site.ts';
import { metricsIn } from './check-monitoring.ts';

let site: HttpSite;
beforeAll(async () => {
  site = await HttpSite.open({ ROLE: 'all' });
});
afterAll(() => site.close());

const readMetrics = async () => (await fetch(`${site.app.url}/metrics`)).text();

async function metrics(): Promise<Map<string, number>> {
  const text = await readMetrics();
  return new Map(
    [...text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm)].map(([, name = '', value]) => [
      name,
      value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
    ]),
  );
}

it('shows every metric that the alerts and the dashboard read', async () => {
  const deploy = new URL('../deploy/monitoring/', import.meta.url);
  // A histogram has no values before its first event, but always a type.
  const metricNames = new Set([...(await readMetrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const named = ['alerts.yaml', 'dashboard.json'].flatMap((file) =>
    metricsIn(readFileSync(new URL(file, deploy), 'utf8')),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !metricNames.has(name))).toEqual([]);
});

it('tells how much money is held and what waits for the card processor', async () => {
  const { sql } = site;
  const idle = await metrics();
  expect(idle.get('fanfare_held_cents')).toBe(0);
  expect(idle.get('fanfare_unknown_charges')).toBe(0);
  expect(idle.get('fanfare_oldest_unsettled_refund_seconds')).toBe(0);
  expect(idle.get('fanfare_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY);
  expect(idle.get('fanfare_disk_free_bytes')).toBeGreaterThan(0);

  const [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
  await site.funded(owner, creator, [{ who: owner, cents: 30_00 }]);
  // A job does this every minute.
  await chainJournals(site.app.context);
  expect((await metrics()).get('fanfare_held_cents')).toBe(30_00);

  await sql`insert into webhook_inbox (processor, event_id, type, payload, received_at)
    values ('sandbox', 'late', 'charge', '{}', now() - interval '10 minutes')`;
  await expect.poll(async () => (await metrics()).get('fanfare_oldest_unsettled_webhook_seconds')).toBeGreaterThan(599);
  await sql`delete from webhook_inbox where event_id = 'late'`;
});
