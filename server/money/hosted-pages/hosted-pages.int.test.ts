import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { owedOn } from '#server/money/ledger.ts';
import { lookUpSubject } from '#server/money/look-up-subject.ts';
import type { Payment } from '#server/money/payments.ts';
import { assertSecurityHeaders } from '#testing/client.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, validCardFields } from '#testing/money.ts';
import { openPage } from './open-page.ts';
import { startCardSetup } from './start-card-setup.ts';
import { startHostedPayment } from './start-hosted-payment.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp({ LOCALES: 'en,en-XA' });
});
afterAll(() => app.close());

const amountCents = 2500;
const back = { successPath: '/payment/success?pledge=1', cancelPath: '/payment/declined?pledge=1' };
const success = () => `${app.url}${back.successPath}`;
const declined = () => `${app.url}${back.cancelPath}`;

const setUp = (scene: Scene) => startCardSetup(app.context, { ...scene, ...back, description: 'Pledge "A & B"' });
const hosted = (scene: Scene) =>
  startHostedPayment(app.context, { ...scene, ...back, amountCents, description: 'Pool <script>' });

function form(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/complete`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

async function cardsOf(userId: string): Promise<{ brand: string; last4: string }[]> {
  return app.context.db.sql<{ brand: string; last4: string }[]>`
    select brand, last4 from cards where user_id = ${userId} order by created_at`;
}

async function attemptsOf({ subject }: Scene): Promise<(string | null)[][]> {
  const rows = await app.context.db.sql<{ kind: string; status: string; declineKind: string | null }[]>`
    select kind, status, decline_kind from payments where subject = ${subject} order by attempt`;
  return rows.map(({ kind, status, declineKind }) => [kind, status, declineKind]);
}

describe('the hosted page', () => {
  test('is in the language of the person who opens it', async () => {
    app.context.http.setSessionReader(async (value) => {
      const rights = { suspended: false, emailVerified: true, hasFreshProof: true };
      return { userId: value, sessionId: value, username: 'ann', role: 'user', locale: 'en-XA', ...rights };
    });
    const { url } = await setUp(await app.newScene());
    const html = await (await fetch(url, { headers: { cookie: 'sid=ann' } })).text();
    expect(html).toContain('<html lang="en-XA" dir="ltr">');
    for (const english of ['Save card', 'Card number', 'Test mode', 'Nothing is charged'])
      expect(html).not.toContain(english);
    expect(html).toContain('Pledge &quot;A &amp; B&quot;');
    const gone = await fetch(`${app.url}/sandbox/checkout/none`, { headers: { cookie: 'sid=ann' } });
    expect([gone.status, (await gone.text()).includes('no longer open')]).toEqual([404, false]);
    // Programs get the English of the API.
    const body = { cardNumber: '1', ...validCardFields };
    const json = { cookie: 'sid=ann', 'content-type': 'application/json' };
    const refused = await fetch(`${url}/complete`, { method: 'POST', headers: json, body: JSON.stringify(body) });
    expect(await refused.json()).toMatchObject({ fields: { cardNumber: expect.stringMatching(/^[A-Z][a-z’ ]+/) } });
    expect(await (await fetch(url)).text()).toContain('<html lang="en" dir="ltr">');
  });

  test('asks the processor for the language that the payer had when the attempt began, at every try', async () => {
    const scene = await app.newScene();
    const { sql } = app.context.db;
    await sql`update users set locale = 'en-XA' where id = ${scene.userId}`;
    await setUp(scene);
    await hosted(scene);
    await sql`update users set locale = 'en' where id = ${scene.userId}`;
    const [payment] = await sql<Payment[]>`select * from payments where subject = ${scene.subject}`;
    if (!payment) throw new Error('no attempt was stored');
    expect(payment.pageLocale).toBe('en-XA');
    expect((await openPage(app.context, payment)).live).toBe(true);
    expect(await sql`select page_locale from card_setups where subject = ${scene.subject}`).toEqual([
      { pageLocale: 'en-XA' },
    ]);
  });

  test('shows its purpose, sends security headers, and never repeats the input', async () => {
    const { url } = await setUp(await app.newScene());
    const page = await fetch(url);
    assertSecurityHeaders(page);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('Test mode: no real money moves');
    expect(html).toContain('Pledge &quot;A &amp; B&quot;');
    for (const name of ['cardNumber', 'expiry', 'cvc']) expect(html).toContain(`name="${name}"`);
    const again = await form(url, { cardNumber: '4242 4242 4242 4241', expiry: '01/20', cvc: 'x' });
    assertSecurityHeaders(again);
    // A redirect keeps the form's answer out of the browser's history, so that Back works.
    expect(again.status).toBe(303);
    const formAgain = await fetch(new URL(again.headers.get('location') ?? '', url));
    assertSecurityHeaders(formAgain);
    const faulty = await formAgain.text();
    expect(formAgain.status).toBe(200);
    expect(faulty).toContain('This card number isn’t valid.');
    expect(faulty).toContain('This card has expired.');
    expect(faulty).not.toContain('4241');
    expect(again.headers.get('location')).not.toContain('4241');
    const unknownFaults = await (await fetch(`${url}?cardNumber=<b>&cvc=toString`)).text();
    for (const text of ['class="fault"', 'Check the details below', '<b>']) expect(unknownFaults).not.toContain(text);
    expect(faulty).toContain('Test mode: no real money moves');
  });

  test('shows the amount of a payment and escapes its description', async () => {
    const { url } = await hosted(await app.newScene());
    const page = await fetch(url);
    const html = await page.text();
    expect(html).toContain('$25.00');
    // The pool of a late fan is delivered already, so the page does not say how long the money is held.
    expect(html).toContain('<p class="fine">Your card is charged once, now.</p>');
    expect(html).toContain('Pool &lt;script&gt;');
    expect(html).not.toContain('Pool <script');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const [script] = html.matchAll(/<script[^>]*src="([^"]+)"/g);
    const source = await fetch(app.url + script?.[1]);
    expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    // The browser gets JavaScript, not the TypeScript from which the functions come.
    const code = await source.text();
    expect(() => new Script(code)).not.toThrow();
  });

  test('answers JSON clients in JSON, and accepts HTML forms here only and from our own pages only', async () => {
    const { url } = await setUp(await app.newScene());
    const answer = await app.complete(url, { cardNumber: '1', ...validCardFields });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      fields: { cardNumber: expect.any(String) },
    });
    const foreign = await form(url, { cardNumber: cards.pays, ...validCardFields }, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    const elsewhere = await fetch(`${app.url}/api/user/cards/x`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    expect(elsewhere.status).toBe(415);
    expect((await fetch(`${app.url}/sandbox/checkout/nope`)).status).toBe(404);
    const nowhere = await app.complete(`${app.url}/sandbox/checkout/nope`, {
      cardNumber: cards.pays,
      ...validCardFields,
    });
    expect(nowhere.status).toBe(404);
  });

  test('stores no card number', async () => {
    const scene = await app.newScene();
    await app.saveCard(scene, cards.pays);
    const [row] = await app.context.db.sql<{ found: number }[]>`
      select (select count(*) from sandbox.cards k where k::text like '%42424242%')
        + (select count(*) from sandbox.sessions s where s::text like '%42424242%')
        + (select count(*) from sandbox.events e where e::text like '%42424242%')
        + (select count(*) from cards c where c::text like '%42424242%') as found`;
    expect(row?.found).toBe(0);
  });
});

describe('saving a card', () => {
  test('saves the card, publishes the fact, and redirects to the success page', async () => {
    const scene = await app.newScene();
    const { url, setupId } = await setUp(scene);
    const answer = await form(url, { cardNumber: cards.pays, ...validCardFields });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(success());
    // A busy machine may refuse the first webhook; the sandbox repeats it.
    const settled = () => app.settle().then(() => cardsOf(scene.userId));
    await expect.poll(settled).toEqual([{ brand: 'visa', last4: '4242' }]);
    expect(app.published('card_setup.completed', scene.subject)).toMatchObject([{ setupId, userId: scene.userId }]);
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe(success());
  });

  test('returns the open page again', async () => {
    const scene = await app.newScene();
    const first = await setUp(scene);
    expect(await setUp(scene)).toEqual(first);
  });

  test('redirects to the declined page after a decline and publishes the reason', async () => {
    const scene = await app.newScene();
    const { url } = await setUp(scene);
    for (let n = 0; n < 2; n += 1) {
      const answer = await form(url, { cardNumber: cards.declined, ...validCardFields });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(declined());
    }
    await app.settle();
    expect(await cardsOf(scene.userId)).toEqual([]);
    expect(app.published('card_setup.failed', scene.subject)).toMatchObject([{ reason: 'Your card was declined.' }]);
    const next = await setUp(scene);
    expect(next.url).not.toBe(url);
  });

  test('opens a new page after a decline, even before the webhook arrives', async () => {
    const scene = await app.newScene();
    const first = await setUp(scene);
    await form(first.url, { cardNumber: cards.declined, ...validCardFields });
    const second = await setUp(scene);
    expect(second.url).not.toBe(first.url);
    const saved = await form(second.url, { cardNumber: cards.pays, ...validCardFields });
    expect(saved.headers.get('location')).toBe(success());
  });

  test('saves a card that requires approval only after the fan approves', async () => {
    const scene = await app.newScene();
    const { url } = await setUp(scene);
    const answer = await form(url, { cardNumber: cards.asks, ...validCardFields });
    expect(answer.status).toBe(303);
    expect(new URL(answer.headers.get('location') ?? '', app.url).href).toBe(url);
    const page = await (await fetch(url)).text();
    expect(page).toContain('value="approve"');
    expect(page).toContain('Test mode: no real money moves');
    expect((await form(url, { authentication: 'approve' })).headers.get('location')).toBe(success());
    const refused = await app.newScene();
    const second = await setUp(refused);
    await form(second.url, { cardNumber: cards.asks, ...validCardFields });
    expect((await form(second.url, { authentication: 'refuse' })).headers.get('location')).toBe(declined());
    await app.settle();
    expect(await cardsOf(scene.userId)).toHaveLength(1);
    expect(await cardsOf(refused.userId)).toEqual([]);
  });

  test('finds the saved card by polling when no webhook arrives', async () => {
    app.faults.webhooks = 'drop';
    const scene = await app.newScene();
    const { url } = await setUp(scene);
    await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
    await lookUpSubject(app.context, scene.subject);
    app.faults.webhooks = 'deliver';
    expect(await cardsOf(scene.userId)).toHaveLength(1);
  });

  test('answers card_processor_unavailable while the processor is unreachable', async () => {
    app.faults.plan('startCardSetup', 'unreachable');
    await expect(setUp(await app.newScene())).rejects.toMatchObject({ code: 'card_processor_unavailable' });
  });

  test('saves one card although the answer of the processor was lost', async () => {
    const scene = await app.newScene();
    app.faults.plan('startCardSetup', 'hang_after');
    await expect(setUp(scene)).rejects.toMatchObject({ code: 'card_processor_unavailable' });
    const { url } = await setUp(scene);
    await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
    await app.settle();
    expect(await cardsOf(scene.userId)).toHaveLength(1);
  });
});

describe('paying on the hosted page', () => {
  test('charges once for five submissions of the form', async () => {
    const scene = await app.newScene();
    const { url } = await hosted(scene);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => form(url, { cardNumber: cards.pays, ...validCardFields })),
    );
    for (const answer of answers) expect(answer.headers.get('location')).toBe(success());
    await app.settle();
    expect(await owedOn(app.context.db.sql, scene.heldAccount)).toBe(amountCents);
    expect(app.published('payment.succeeded', scene.subject)).toHaveLength(1);
    await expect(hosted(scene)).rejects.toMatchObject({ code: 'nothing_due' });
    await app.check();
  });

  test('charges a card that requires approval after the fan approves', async () => {
    const scene = await app.newScene();
    const { url } = await hosted(scene);
    await form(url, { cardNumber: cards.asks, ...validCardFields });
    expect((await form(url, { authentication: 'approve' })).headers.get('location')).toBe(success());
    await lookUpSubject(app.context, scene.subject);
    expect(await attemptsOf(scene)).toEqual([['hosted', 'succeeded', null]]);
  });

  test('opens another page after a decline and accepts the payment there', async () => {
    const scene = await app.newScene();
    const first = await hosted(scene);
    expect((await hosted(scene)).url).toBe(first.url);
    const answer = await form(first.url, { cardNumber: cards.noMoney, ...validCardFields });
    expect(answer.headers.get('location')).toBe(declined());
    await app.settle();
    const second = await hosted(scene);
    expect(second.url).not.toBe(first.url);
    await app.complete(second.url, { cardNumber: cards.pays, ...validCardFields });
    await app.settle();
    expect(await attemptsOf(scene)).toEqual([
      ['hosted', 'failed', 'soft'],
      ['hosted', 'succeeded', null],
    ]);
    await app.check();
  });

  test('closes an open page before charging the saved card, and refuses payment on that page afterwards', async () => {
    const scene = await app.newScene();
    const cardId = await app.saveCard(scene, cards.pays);
    const { url } = await hosted(scene);
    const charge = { ...scene, cardId, amountCents, description: '' };
    expect(await chargeSavedCard(app.context, charge)).toMatchObject({ status: 'succeeded' });
    const late = await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
    expect(late.status).toBe(409);
    await app.settle();
    expect(await attemptsOf(scene)).toEqual([
      ['hosted', 'failed', 'abandoned'],
      ['off_session', 'succeeded', null],
    ]);
    await app.check();
  });

  test('charges once when the fan pays on the page while the saved card is being charged', async () => {
    const scene = await app.newScene();
    const cardId = await app.saveCard(scene, cards.pays);
    const { url } = await hosted(scene);
    const charge = { ...scene, cardId, amountCents, description: '' };
    await Promise.all([
      app.complete(url, { cardNumber: cards.pays, ...validCardFields }),
      chargeSavedCard(app.context, charge),
    ]);
    await app.settle();
    expect(await owedOn(app.context.db.sql, scene.heldAccount)).toBe(amountCents);
    await app.check();
  });

  test('closes a second page of an attempt, which the processor opens once it has forgotten the key', async () => {
    const scene = await app.newScene();
    const { url } = await hosted(scene);
    const { sql } = app.context.db;
    const [payment] = await sql<Payment[]>`select * from payments where subject = ${scene.subject}`;
    if (!payment) throw new Error('no attempt');
    await sql`delete from sandbox.idempotency where key like ${`%${payment.idempotencyKey}`}`;
    const second = await openPage(app.context, payment);
    expect(second.live).toBe(false);
    expect((await app.complete(second.url, { cardNumber: cards.pays, ...validCardFields })).status).toBe(409);
    expect((await app.complete(url, { cardNumber: cards.pays, ...validCardFields })).status).toBe(303);
    await app.settle();
    expect(await attemptsOf(scene)).toEqual([['hosted', 'succeeded', null]]);
  });

  test('finds a page again after its URL was lost, and opens no second one', async () => {
    const scene = await app.newScene();
    app.faults.plan('startPayment', 'hang_after');
    await expect(hosted(scene)).rejects.toMatchObject({ code: 'card_processor_unavailable' });
    const { url } = await hosted(scene);
    const rows = await app.context.db.sql`
      select 1 from sandbox.sessions s join payments p on p.idempotency_key = s.reference where p.subject = ${scene.subject}`;
    expect(rows).toHaveLength(1);
    await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
    await app.settle();
    expect(await attemptsOf(scene)).toEqual([['hosted', 'succeeded', null]]);
  });
});
