import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as factors from '#contract/second-factor.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { addApp, codeAt, currentStep } from '#testing/authenticator-app.ts';
import type { TestClient } from '#testing/client.ts';
import { moveDate } from '#testing/moved-clocks.ts';
import { hasRedisServer, RedisServer } from '#testing/servers/redis-server.ts';

const password = 'a good password';
let n = 0;

describe.each(hasRedisServer ? ['one node', 'two nodes with Redis'] : ['one node'])('on %s', (nodes) => {
  let redis: RedisServer | undefined;
  let app: TestApp;
  /** The second node, or the same one. */
  let other: TestApp;
  beforeAll(async () => {
    if (nodes === 'one node') {
      app = await startTestApp({ env: { RATE_LIMITS: '1' } });
      other = app;
      return;
    }
    redis = await RedisServer.start();
    const env = { REDIS_URL: redis.url, RATE_LIMITS: '1' };
    app = await startTestApp({ env });
    other = await startTestApp({ env, beside: app });
  });
  afterAll(async () => {
    if (other !== app) await other.close();
    await app.close();
    await redis?.stop();
  });

  async function withApp() {
    n += 1;
    const email = `limit${n}@example.org`;
    const client = app.client();
    await client.call(accounts.register, { body: { email, username: `limit_${n}`, password } });
    return { client, email, ...(await addApp(client)) };
  }
  async function begin(email: string, node: TestApp): Promise<TestClient> {
    const client = node.client();
    await client.call(accounts.login, { body: { email, password } }).catch(() => undefined);
    return client;
  }
  const outcomeOf = (client: TestClient, code: string) =>
    client.call(factors.confirmWithCode, { body: { code } }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );

  it('wrong codes at the same moment count together, and the sign-in still waits', async () => {
    const { email, secret } = await withApp();
    const browsers = [await begin(email, app), await begin(email, other)] as const;
    const wrong = codeAt(secret, (await currentStep()) + 100);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_each, index) => outcomeOf(browsers[index % 2 === 0 ? 0 : 1], wrong)),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong_code')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(25);
    // Also a right code waits, on each node, and it is not used up by that.
    const right = codeAt(secret, await currentStep());
    for (const browser of browsers) {
      expect(await outcomeOf(browser, right)).toBe('rate_limited');
      expect(await browser.call(factors.getSecondStep)).toMatchObject({ app: true });
    }
  });

  it('a proof within a session has the same limit', async () => {
    const { client, email, secret } = await withApp();
    const wrong = codeAt(secret, (await currentStep()) + 100);
    for (let tries = 0; tries < 6; tries += 1) {
      await client.call(factors.proveIdentity, { body: { code: wrong } }).catch(() => undefined);
    }
    expect(await outcomeOf(await begin(email, other), codeAt(secret, await currentStep()))).toBe('rate_limited');
  });
});

describe('a node whose clock is wrong', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('accepts the codes of the database’s time', async () => {
    const client = app.client();
    const email = 'clock@example.org';
    await client.call(accounts.register, { body: { email, username: 'clock_fan', password } });
    const { secret } = await addApp(client);
    const now = await currentStep();
    const browser = app.client();
    await browser.call(accounts.login, { body: { email, password } }).catch(() => undefined);
    moveDate(10 * 60_000);
    try {
      const late = browser.call(factors.confirmWithCode, { body: { code: codeAt(secret, now + 20) } });
      await expect(late).rejects.toMatchObject({ code: 'wrong_code' });
      await browser.call(factors.confirmWithCode, { body: { code: codeAt(secret, now) } });
    } finally {
      moveDate(-10 * 60_000);
    }
  });
});
