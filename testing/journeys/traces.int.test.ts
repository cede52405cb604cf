import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { startTraceCollector } from '#testing/servers/trace-collector.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('one trace leads from a request to its statements, jobs, mails and charges', async () => {
  const collector = await startTraceCollector();
  const stage = await PledgeStage.open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const fan = await stage.fan();
  const pool = await stage.newPool(10_00);
  await stage.pledge(fan, pool.id, 10_00, cards.pays);
  await stage.accept(pool.id);
  await stage.app.settle();
  await stage.close();
  const spans = collector.spans();
  const chains = spans.map((span) => collector.chainOf(span));
  expect(chains).toContainEqual(expect.stringMatching(/^sql insert \w+ < .*POST \/api\/pools\/:poolId\/pledges$/));
  expect(chains).toContainEqual(expect.stringMatching(/^sandbox confirmCharge < .*job [^<]+ < .*POST \/api\//));
  expect(chains).toContainEqual(expect.stringMatching(/^mail send < job mail < .*POST \/api\//));
  const request = spans.find(({ name }) => name === 'POST /api/pools/:poolId/pledges');
  expect(request?.attributes.map(({ key }) => key)).toContain('fanfare.request_id');
  for (const secret of ['@', 'A song about rain', cards.pays, fan.id])
    expect(collector.bodies.join('')).not.toContain(secret);
  await collector.close();
});

test('a trusted proxy continues its trace, and the log names it', async () => {
  const collector = await startTraceCollector();
  const lines: string[] = [];
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const options = {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' },
    logTo: { write: (line: string) => void lines.push(line) },
  };
  const app = await startTestApp(options);
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await fetch(`${app.url}/api/pools?token=hidden`, { headers: { traceparent, 'x-forwarded-for': '192.0.2.1' } });
  await fetch(`${app.url}/api/pools`, { headers: { traceparent } });
  await app.close();
  const requests = collector.spans().filter(({ name }) => name.startsWith('GET /api/pools'));
  expect(requests.map((span) => span.traceId === traceId)).toEqual([true, false]);
  expect(lines.filter((line) => line.includes('"msg":"request"') && line.includes(traceId))).toHaveLength(1);
  expect(collector.bodies.join('')).not.toContain('hidden');
  await collector.close();
});

test('a dead collector does no harm and is logged once', async () => {
  // The SDK reads this one itself. It retries until then.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
  const lines: string[] = [];
  const app = await startTestApp({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
  });
  expect((await fetch(`${app.url}/api/pools`)).status).toBe(200);
  const before = Date.now();
  await app.close();
  expect(Date.now() - before).toBeLessThan(6000);
  expect(lines.filter((line) => line.includes('traces do not reach the collector'))).toHaveLength(1);
});
