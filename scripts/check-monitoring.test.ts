import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorsOf, checkAlerts, checkDashboard, metricsIn } from './check-monitoring.ts';

const alerts = readFileSync('deploy/monitoring/alerts.yaml', 'utf8');
const dashboard = readFileSync('deploy/monitoring/dashboard.json', 'utf8');
const operations = readFileSync('docs/operations.md', 'utf8');

/** Replaces a text of a real file, which must occur. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the file does not contain ${from}`);
  return text.replace(from, to);
}

describe('the alerts', () => {
  it('have no problems', () => expect(checkAlerts(alerts, operations)).toEqual([]));

  it.each([
    [
      'a runbook that does not exist',
      'operations.md#jobs-are-late',
      'operations.md#jobs-run-late',
      'no section "jobs-run-late"',
    ],
    ['an expression that Prometheus refuses', '> 36 * 3600', '> 36 * * 3600', 'is no PromQL'],
    ['another severity', 'severity: critical', 'severity: urgent', 'severity is critical or warning'],
    ['the same name twice', 'alert: FanfareSlow', 'alert: FanfareDown', 'two alerts FanfareDown'],
  ])('may not have %s', (_case, from, to, problem) => {
    expect(checkAlerts(changed(alerts, from, to), operations).join()).toContain(problem);
  });

  it('find a section by its heading', () => {
    expect([...anchorsOf('# Files & the disk\n### A job failed')]).toEqual(['files--the-disk', 'a-job-failed']);
  });
});

describe('the dashboard', () => {
  it('has no problems', () => expect(checkDashboard(dashboard)).toEqual([]));

  it('may not have a panel with a faulty expression', () => {
    expect(checkDashboard(changed(dashboard, 'sum(fanfare_sockets)', 'sum(fanfare_sockets'))).toHaveLength(1);
  });
});

it('finds the metrics that the files name', () => {
  expect(metricsIn('sum(rate(fanfare_job_seconds_count[5m])) / process_resident_memory_bytes')).toEqual([
    'fanfare_job_seconds',
    'process_resident_memory_bytes',
  ]);
});
