import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { moneyInvariants } from '#server/money/check-money.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { webhookSecrets } from '#server/money/sandbox/read-webhook.ts';
import { sign } from '#server/money/sandbox/signature.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { eventually } from '#testing/builders.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, validCardFields } from '#testing/money.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { processWebhook } from './process-webhook.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(async () => {
  app.faults.webhooks = 'deliver';
  await app.settle();
  await app.check();
});

const amountCents = 700;
const nowS = () => Math.floor(Date.now() / 1000);
let serial = 0;

interface Sent {
  body?: string;
  header?: string | null;
  secret?: string;
  timestampS?: number;
  processor?: string;
}

async function send({ body, header, secret, timestampS = nowS(), processor = 'sandbox' }: Sent): Promise<Response> {
  serial += 1;
  const text = body ?? JSON.stringify(event(`evt_test_${serial}`));
  const [own = ''] = await webhookSecrets(app.context);
  const signature = header === undefined ? sign(secret ?? own, timestampS, text) : header;
  return fetch(`${app.url}/api/webhooks/${processor}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'sandbox-signature': signature }) },
    body: text,
  });
}

const event = (id: string, more: object = {}) => ({
  id,
  type: 'charge.succeeded',
  livemode: false,
  data: { reference: 'payment:00000000-0000-4000-8000-000000000000', object: 'ch_x' },
  ...more,
});

async function rowsInInbox(): Promise<number> {
  const [row] = await app.context.db.sql<{ count: number }[]>`select count(*) from webhook_inbox`;
  return row?.count ?? 0;
}

async function paidOnPage(): Promise<Scene> {
  const scene = await app.newScene();
  const { url } = await startHostedPayment(app.context, {
    ...scene,
    amountCents,
    description: '',
    successPath: '/s',
    cancelPath: '/c',
  });
  await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
  return scene;
}

const heldOf = (scene: Scene) => owedOn(app.context.db.sql, scene.heldAccount);

describe('forged and malformed webhooks', () => {
  test.each<[string, Sent]>([
    ['another secret', { secret: 'whsec_other' }],
    ['no signature', { header: null }],
    ['an empty signature', { header: '' }],
    ['a signature without a time', { header: 'v1=00' }],
    ['a time over five minutes old', { timestampS: nowS() - 330 }],
    ['a time over five minutes ahead', { timestampS: nowS() + 330 }],
    ['no JSON', { body: 'hello' }],
    ['an event of live mode', { body: JSON.stringify(event('evt_live', { livemode: true })) }],
    ['no event', { body: '{}' }],
  ])('refuses %s and stores no row', async (_name, sent) => {
    const before = await rowsInInbox();
    expect((await send(sent)).status).toBe(400);
    expect(await rowsInInbox()).toBe(before);
  });

  test('refuses a body that was changed after signing', async () => {
    const [own = ''] = await webhookSecrets(app.context);
    const header = sign(own, nowS(), JSON.stringify(event('evt_a')));
    expect((await send({ header, body: JSON.stringify(event('evt_b')) })).status).toBe(400);
  });

  test('refuses more than 256 KB and an unknown processor', async () => {
    expect((await send({ body: JSON.stringify(event('evt_big', { pad: 'x'.repeat(257 * 1024) })) })).status).toBe(413);
    expect((await send({ processor: 'stripe' })).status).toBe(404);
  });

  test('accepts a signed event about an unknown object or of an unknown type, and changes nothing', async () => {
    expect((await send({})).status).toBe(200);
    expect((await send({ body: JSON.stringify(event('evt_new', { type: 'customer.updated' })) })).status).toBe(200);
    await app.settle();
    const open = await app.context.db.sql`select 1 from webhook_inbox where processed_at is null`;
    expect(open).toHaveLength(0);
  });

  test('accepts both secrets during rotation', async () => {
    const { sql } = app.context.db;
    const [own = ''] = await webhookSecrets(app.context);
    await sql`update installation_secrets set value = ${`whsec_new,${own}`} where name = 'sandbox_webhook'`;
    expect((await send({ secret: own })).status).toBe(200);
    expect((await send({ secret: 'whsec_new' })).status).toBe(200);
    await sql`update installation_secrets set value = 'whsec_new' where name = 'sandbox_webhook'`;
    expect((await send({ secret: own })).status).toBe(400);
  });
});

describe('repeated, late, reordered and missing webhooks', () => {
  test('stores one row and has one effect for 105 copies of one event', async () => {
    app.faults.webhooks = 'drop';
    const scene = await paidOnPage();
    await app.settle();
    app.faults.webhooks = 'deliver';
    const [payment] = await app.context.db.sql<{ idempotencyKey: string }[]>`
      select idempotency_key from payments where subject = ${scene.subject}`;
    const body = JSON.stringify(
      event(`evt_many_${scene.subject}`, { data: { reference: payment?.idempotencyKey, object: 'x' } }),
    );
    const before = await rowsInInbox();
    for (let round = 0; round < 7; round += 1) {
      const answers = await Promise.all(Array.from({ length: 15 }, () => send({ body })));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    await app.settle();
    expect(await rowsInInbox()).toBe(before + 1);
    expect(await heldOf(scene)).toBe(amountCents);
    expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);
  });

  test('books a payment once when each event arrives twice', async () => {
    app.faults.webhooks = 'twice';
    const scene = await paidOnPage();
    await app.settle();
    expect(await heldOf(scene)).toBe(amountCents);
  });

  test('ends in the right state when all events of a payment arrive in reverse', async () => {
    app.faults.webhooks = 'keep';
    const scene = await paidOnPage();
    await reconcile(app.context, { olderThanMs: 0 });
    await app.context.db.tx((tx) => requestRefund(app.context, tx, { subject: scene.subject, reason: 'test' }));
    await app.settle();
    app.faults.webhooks = 'deliver';
    const kept = app.faults.kept.splice(0).reverse();
    expect(kept.length).toBeGreaterThanOrEqual(2);
    for (const sendKept of kept) await sendKept();
    await app.settle();
    expect(await heldOf(scene)).toBe(0);
    expect(app.published('refund.succeeded', scene.subject)).toHaveLength(1);
  });

  test('settles once when the event arrives before the answer', async () => {
    const scene = await app.newScene();
    const cardId = await app.saveCard(scene, cards.pays);
    app.faults.timeoutMs = 1500;
    app.faults.plan('confirmCharge', 'hang_after');
    const charging = chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
    await eventually(
      async () => {
        await app.settle();
        return heldOf(scene);
      },
      (cents) => cents === amountCents,
    );
    expect(await charging).toMatchObject({ status: 'succeeded' });
    app.faults.timeoutMs = 30;
    expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);
  });

  test('settles set-ups and payments by reconciling alone when no webhook arrives', async () => {
    app.faults.webhooks = 'drop';
    const scenes = await Promise.all(Array.from({ length: 8 }, paidOnPage));
    const setup = await app.newScene();
    const page = { description: '', successPath: '/s', cancelPath: '/c' };
    const { url } = await startCardSetup(app.context, { ...setup, ...page });
    await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
    const report = await reconcile(app.context, { olderThanMs: 0 });
    expect(report).toMatchObject({ failed: 0, mismatches: [] });
    for (const scene of scenes) expect(await heldOf(scene)).toBe(amountCents);
    expect(app.published('card_setup.completed', setup.subject)).toHaveLength(1);
  });

  test('keeps an event until the processor is reachable again', async () => {
    app.faults.webhooks = 'keep';
    const scene = await paidOnPage();
    await app.settle();
    app.faults.webhooks = 'deliver';
    app.faults.plan('lookUpCharge', 'unreachable', 1);
    for (const sendKept of app.faults.kept.splice(0)) await sendKept();
    await app.settle();
    const open = await app.context.db.sql<{ eventId: string; error: string | null }[]>`
      select event_id, error from webhook_inbox where processed_at is null`;
    for (const { eventId } of open) await processWebhook(app.context, 'sandbox', eventId);
    expect(await heldOf(scene)).toBe(amountCents);
  });

  test('books a payment on an attempt that was marked as failed', async () => {
    const scene = await payAfterMarkedFailed(app);
    expect(await heldOf(scene)).toBe(amountCents);
  });

  test('refunds a second charge, should a processor ever make one, and reports it in the check', async () => {
    const broken = await startMoneyApp();
    const scene = await payAfterMarkedFailed(broken, async (twice) => {
      const cardId = await broken.saveCard(twice, cards.pays);
      await chargeSavedCard(broken.context, { ...twice, cardId, amountCents, description: '' });
    });
    expect(await owedOn(broken.context.db.sql, scene.heldAccount)).toBe(amountCents);
    const rows = await broken.context.db.sql<{ status: string; refundedCents: number }[]>`
      select status, refunded_cents from payments where subject = ${scene.subject} order by attempt`;
    expect([...rows]).toEqual([
      { status: 'stray', refundedCents: amountCents },
      { status: 'succeeded', refundedCents: 0 },
    ]);
    const failing = (await checkInvariants(broken.context.db.sql, moneyInvariants)).filter(
      ({ rows }) => rows.length > 0,
    );
    expect(failing.map(({ name }) => name)).toEqual([
      'a pledge is charged at most once, refunded or not',
      'the sandbox processor charged a pledge at most once, refunded or not',
    ]);
    await broken.stop();
  });
});

/** Marks an attempt as failed directly in PostgreSQL, which the code never does, and then pays on its page. */
async function payAfterMarkedFailed(
  on: MoneyApp,
  between: (scene: Scene) => Promise<void> = async () => undefined,
): Promise<Scene> {
  const scene = await on.newScene();
  const page = { description: '', successPath: '/s', cancelPath: '/c' };
  const { url } = await startHostedPayment(on.context, { ...scene, ...page, amountCents });
  await on.context.db.sql`
    update payments set status = 'failed', decline_kind = 'abandoned' where subject = ${scene.subject}`;
  await between(scene);
  await on.complete(url, { cardNumber: cards.pays, ...validCardFields });
  await on.settle();
  await on.settle();
  return scene;
}

test('settles a charge by its webhook after the process crashed', async () => {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  app.faults.plan('confirmCharge', 'crash_after');
  const charge = chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  await expect(charge).rejects.toBeInstanceOf(SimulatedCrash);
  await app.settle();
  expect(await heldOf(scene)).toBe(amountCents);
});

test('reaches an event although more than a batch of older ones fail', async () => {
  const scene = await app.newScene();
  const page = { description: '', successPath: '/s', cancelPath: '/c' };
  await startHostedPayment(app.context, { ...scene, ...page, amountCents });
  const { sql } = app.context.db;
  // All are about one open payment, whose look-up fails for all but the last. Ten have the same time.
  await sql`
    insert into webhook_inbox (processor, event_id, type, payload, received_at)
    select 'sandbox', 'evt_stuck_' || n, 'charge.succeeded', jsonb_build_object('reference', idempotency_key),
      now() - interval '1 hour' + (n / 10) * interval '1 second'
    from payments, generate_series(1, 401) as n where subject = ${scene.subject}`;
  app.faults.plan('lookUpCharge', 'unreachable', 400);
  await reconcile(app.context, { olderThanMs: 0 });
  const open = () => sql`select 1 from webhook_inbox where processed_at is null`;
  expect(await open()).toHaveLength(400);
  await reconcile(app.context, { olderThanMs: 0 });
  expect(await open()).toHaveLength(0);
});
