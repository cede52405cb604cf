import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertPerson } from '#testing/insert-person.ts';
import { newPath, seconds, WebhookStage } from '#testing/webhook-stage.ts';

const hangingCount = 50;
const poolCount = 40;
/** The limit of the specification. */
const p95Ms = 5000;

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());

it('delays a good endpoint little beside fifty that never answer', { timeout: 120_000 }, async () => {
  const hanging = newPath();
  hooks.receiver.answers(() => undefined, hanging);
  // Few of one person, because a person gets only eight requests at once.
  for (let count = 0; count < hangingCount; count += 2) {
    const admin = await insertPerson(hooks.stage.app, 'admin');
    for (let each = 0; each < 2; each += 1) {
      await hooks.create(admin, { url: hooks.receiver.url(hanging), scope: 'site' });
    }
  }
  const good = newPath();
  await hooks.create(hooks.people.owner, { url: hooks.receiver.url(good) });
  for (let count = 0; count < poolCount; count += 1) {
    await hooks.stage.newPool();
    await new Promise((done) => setTimeout(done, 250));
  }
  await vi.waitFor(() => expect(hooks.receiver.received(good)).toHaveLength(poolCount), seconds(60));
  const delays = hooks.receiver
    .received(good)
    .map(({ at, body }) => at - Date.parse(JSON.parse(body).timestamp))
    .toSorted((one, other) => one - other);
  const part = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.POSITIVE_INFINITY;
  const { length: hung } = hooks.receiver.received(hanging);
  console.log(`beside ${hung} hanging requests: median ${part(0.5)} ms, p95 ${part(0.95)} ms, longest ${part(1)} ms`);
  expect(hung).toBeGreaterThanOrEqual(hangingCount);
  // Never more than two at once for one endpoint.
  expect(hooks.receiver.open()).toBeLessThanOrEqual(2 * hangingCount);
  expect(part(0.95)).toBeLessThan(p95Ms);
});
