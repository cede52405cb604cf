import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Recorder, type SentRequest, startRecorder } from '#testing/stripe-stand-in/recorder.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';
import { createStripe } from './stripe-processor.ts';
import { accountEvents, snapshotEvents, thinEvents } from './webhooks.ts';

let stripe: StripeSetUp;
let recorder: Recorder;
let sent: readonly SentRequest[];
let cards: ReturnType<typeof createStripe>;
beforeAll(async () => {
  stripe = await setUpStripe();
  recorder = await startRecorder(stripe.process.url);
  ({ sent } = recorder);
  const env = { NODE_ENV: 'test', ...stripe.env, STRIPE_API_BASE: recorder.url };
  cards = createStripe({ config: readConfig(env) } as Platform);
  await useEveryAbility();
});
afterAll(async () => {
  recorder.close();
  await stripe.stop();
});

const page = {
  successUrl: 'http://127.0.0.1:1/done',
  cancelUrl: 'http://127.0.0.1:1/back',
  description: 'A song',
  locale: 'en',
};

/** Calls every method of the port, and the paths after a failure that Stripe stores and repeats. */
async function useEveryAbility(): Promise<void> {
  const userId = randomUUID();
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}` });
  const cardRef = await saveCard(customerRef);
  const chargeRef = await chargeCard(customerRef, cardRef);
  await payCreator(userId, chargeRef);
  const reference = `refund:${randomUUID()}:1`;
  const { ref } = await cards.refund({ chargeRef, amountCents: 500, reference, key: reference });
  await cards.lookUpRefund({ ref, chargeRef: null, reference });
  await answerBank(chargeRef);
  await cards.listMovements(new Date(Date.now() - 60_000));
  await cards.selfTest();
  await cards.forgetCard({ cardRef });
  await cards.forgetCustomer({ customerRef });
  const key = `payment:${randomUUID()}`;
  const refused = cards.startPayment({ ...page, customerRef, amountCents: 1000, reference: key, key });
  await expect(refused).rejects.toMatchObject({ missing: 'customer' });
}

async function failOnce(path: string, work: () => Promise<unknown>): Promise<void> {
  await stripe.process.setFaults({ rules: [{ kind: 'error_after', method: 'POST', path }] });
  await expect(work()).rejects.toMatchObject({ kind: 'unknown' });
}

async function saveCard(customerRef: string): Promise<string> {
  const reference = `setup:${randomUUID()}`;
  const start = () => cards.startCardSetup({ ...page, customerRef, reference, key: reference });
  await failOnce('/v1/checkout/sessions$', start);
  const { sessionRef, url } = await start();
  await stripe.enterCard(url);
  const state = await cards.lookUpSetup({ sessionRef, reference });
  if (state?.status !== 'completed') throw new Error('no card was saved');
  await cards.lookUpCard(state.card.cardRef);
  return state.card.cardRef;
}

async function chargeCard(customerRef: string, cardRef: string): Promise<string> {
  const request = () => {
    const reference = `payment:${randomUUID()}`;
    return { customerRef, cardRef, amountCents: 1000, reference, description: 'A song', key: reference };
  };
  const { chargeRef: unwanted } = await cards.createCharge(request());
  await cards.cancelCharge(unwanted);
  const { sessionRef } = await cards.startPayment({ ...page, ...request() });
  await cards.closeSession(sessionRef);
  const expected = request();
  await failOnce('/v1/payment_intents$', () => cards.createCharge(expected));
  const { chargeRef } = await cards.createCharge(expected);
  await cards.confirmCharge({ chargeRef, key: `${expected.reference}:confirm` });
  await cards.lookUpCharge({ chargeRef: null, sessionRef: null, reference: expected.reference });
  return chargeRef;
}

async function payCreator(userId: string, chargeRef: string): Promise<void> {
  const { onboarding } = cards;
  const who = { userId, email: 'maya@example.org', displayName: 'Maya', country: 'US' };
  const { accountRef } = await onboarding.createAccount({ ...who, key: `account:${randomUUID()}` });
  const urls = { returnUrl: page.successUrl, refreshUrl: page.cancelUrl };
  const { url } = await onboarding.startOnboarding({ accountRef, ...urls });
  await stripe.process.submit(url, { outcome: 'ready' });
  await onboarding.openDashboard(accountRef);
  await onboarding.lookUpAccount(accountRef);
  const reference = `payout:${randomUUID()}:1`;
  await cards.lookUpPayout({ ref: null, reference });
  const { ref: transferRef } = await cards.payOut({
    accountRef,
    amountCents: 800,
    chargeRef,
    reference,
    key: reference,
  });
  await cards.lookUpPayout({ ref: transferRef, reference });
  const reversal = `reversal:${randomUUID()}`;
  const { ref } = await cards.reverseTransfer({ transferRef, amountCents: 300, reference: reversal, key: reversal });
  await cards.lookUpReversal({ transferRef, ref, reference: reversal });
}

async function answerBank(chargeRef: string): Promise<void> {
  const { disputes } = cards;
  const { latest_charge } = await stripe.client.paymentIntents.retrieve(chargeRef);
  await stripe.process.control('dispute', { charge: String(latest_charge) });
  await stripe.process.control('fraud-warning', { charge: String(latest_charge) });
  const since = new Date(Date.now() - 60_000);
  const [warning] = await disputes.listFraudWarnings(since);
  await disputes.lookUpFraudWarning(warning?.warningRef ?? '');
  const [dispute] = await disputes.listDisputes(since);
  const { disputeRef = '' } = dispute ?? {};
  await disputes.lookUpDispute(disputeRef);
  const texts = { productDescription: 'A song', customerName: 'ben', customerEmail: 'ben@example.org' };
  const evidence = { ...texts, serviceDate: new Date(), receipt: 'Paid', terms: 'Agreed', accessLog: 'Heard it' };
  await disputes.submitEvidence({ disputeRef, evidence, key: `evidence:${randomUUID()}:1` });
}

const docs = readFileSync(resolve(import.meta.dirname, '../../../docs/stripe.md'), 'utf8');

interface Documented {
  call: string;
  method: string;
  path: RegExp;
  /** The parameter by which a list is filtered. */
  filter: string | null;
  key: string;
  permission: string;
}

/** The rows of docs/stripe.md. A row may have several calls. */
function documentedCalls(): Documented[] {
  const rows = [...docs.matchAll(/^\| (`(?:GET|POST|DELETE) .*?) \| ?(.*?) ?\| .*? \| (.*?) \|$/gm)];
  return rows.flatMap(([, calls = '', key = '', permission = '']) =>
    [...calls.matchAll(/`(GET|POST|DELETE) ([^`?]+)(?:\?([^`=]+)=)?`/g)].map(
      ([call, method = '', path = '', filter = null]) => ({
        call,
        method,
        path: new RegExp(`^${path.replaceAll('ID', '[A-Za-z0-9_]+')}$`),
        filter,
        key: key.replaceAll('`', ''),
        permission,
      }),
    ),
  );
}

const rows = documentedCalls();

/** The row of a request; one with a filter outranks one without. */
function rowOf({ method, path, query }: SentRequest): Documented | undefined {
  const parameters = new URLSearchParams(query);
  const matching = rows.filter((row) => row.method === method && row.path.test(path));
  return (
    matching.find(({ filter }) => filter !== null && parameters.has(filter)) ??
    matching.find(({ filter }) => filter === null)
  );
}

const unique = (texts: string[]) => [...new Set(texts)].toSorted();

test('Stripe accepts every request but one, and the table lists exactly the calls that the adapter sends', () => {
  // Stripe refuses an account without card payments; the next request has them.
  expect(recorder.refused.map((text) => /"code":"(\w+)"/.exec(text)?.[1] ?? text)).toEqual([
    'capability_not_available_without_other_capability',
  ]);
  expect(unique(sent.filter((one) => !rowOf(one)).map(({ method, path }) => `${method} ${path}`))).toEqual([]);
  const used = new Set(sent.map((one) => rowOf(one)?.call));
  expect(rows.filter(({ call }) => !used.has(call)).map(({ call }) => call)).toEqual([]);
  expect(rows.filter(({ permission }) => permission === '').map(({ call }) => call)).toEqual([]);
});

/** The keys of the table: K, a text with an id, or a key that the SDK makes. */
function keyPattern(key: string): RegExp {
  if (key === 'made by the SDK') return /^stripe-node-retry-/;
  const id = '[A-Za-z0-9_-]+';
  const stored = `(?:setup|payment|refund|payout|reversal|account|evidence):${id}(?::\\d+)*`;
  // The customer that replaces a deleted one, an account with card payments, and further keys after stored failures.
  const again = `(?::after:${id}|:cus_\\w+|:cards)?(?::again(?::\\d+)?)?`;
  return new RegExp(`^${key.replace(/^K/, stored).replace(/ID|USER/, id)}${again}$`);
}

test('every call that changes something has the idempotency key of the table', () => {
  const posts = sent.filter(({ method }) => method === 'POST');
  const wrong = posts.filter((one) => !keyPattern(rowOf(one)?.key ?? 'none').test(one.key ?? ''));
  expect(wrong.map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
  // The SDK's own keys do not survive a crash, so only one-time links and calls whose repetition is harmless may have them.
  const repeatable = rows.filter(({ key }) => key === 'made by the SDK').map(({ call }) => call);
  expect(repeatable).toEqual([
    '`POST /v1/checkout/sessions/ID/expire`',
    '`POST /v1/payment_methods/ID/detach`',
    '`POST /v1/payment_intents/ID/cancel`',
    '`POST /v2/core/account_links`',
    '`POST /v1/accounts/ID/login_links`',
  ]);
  expect(rows.filter(({ method, key }) => (method === 'POST') !== (key !== ''))).toEqual([]);
});

test('docs/stripe.md lists the events that the adapter understands', () => {
  const listed = (name: string) =>
    [...(new RegExp(`\\*\\*${name}\\*\\*: ([^]*?)(?:\n\n|\\*\\*)`).exec(docs)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, type]) => type,
    );
  expect(listed('Snapshot events')).toEqual(snapshotEvents);
  expect(listed('Account events')).toEqual(accountEvents);
  expect(listed('Thin events')).toEqual(thinEvents);
});

/** The SDK's methods in the adapter's source, and the call of each. A new method must be sent above, too. */
const methods = {
  'accountLinks.create': '`POST /v2/core/account_links`',
  'accounts.create': '`POST /v2/core/accounts`',
  'accounts.retrieve': '`GET /v2/core/accounts/ID`',
  'stripe.accounts.createLoginLink': '`POST /v1/accounts/ID/login_links`',
  'stripe.accounts.listExternalAccounts': '`GET /v1/accounts/ID/external_accounts`',
  'stripe.accounts.retrieveCurrent': '`GET /v1/account`',
  'stripe.balanceTransactions.list': '`GET /v1/balance_transactions?created[gte]=`',
  'stripe.charges.list': '`GET /v1/charges?transfer_group=`',
  'stripe.checkout.sessions.create': '`POST /v1/checkout/sessions`',
  'stripe.checkout.sessions.expire': '`POST /v1/checkout/sessions/ID/expire`',
  'stripe.checkout.sessions.list': '`GET /v1/checkout/sessions?customer=`',
  'stripe.checkout.sessions.retrieve': '`GET /v1/checkout/sessions/ID`',
  'stripe.customers.create': '`POST /v1/customers`',
  'stripe.customers.del': '`DELETE /v1/customers/ID`',
  'stripe.customers.list': '`GET /v1/customers`',
  'stripe.customers.retrieve': '`GET /v1/customers/ID`',
  'stripe.disputes.list': '`GET /v1/disputes`',
  'stripe.disputes.retrieve': '`GET /v1/disputes/ID`',
  'stripe.disputes.update': '`POST /v1/disputes/ID`',
  'stripe.paymentIntents.cancel': '`POST /v1/payment_intents/ID/cancel`',
  'stripe.paymentIntents.confirm': '`POST /v1/payment_intents/ID/confirm`',
  'stripe.paymentIntents.create': '`POST /v1/payment_intents`',
  'stripe.paymentIntents.list': '`GET /v1/payment_intents?customer=`',
  'stripe.paymentIntents.retrieve': '`GET /v1/payment_intents/ID`',
  'stripe.paymentMethodConfigurations.list': '`GET /v1/payment_method_configurations`',
  'stripe.paymentMethods.detach': '`POST /v1/payment_methods/ID/detach`',
  'stripe.paymentMethods.retrieve': '`GET /v1/payment_methods/ID`',
  'stripe.payouts.list': '`GET /v1/payouts`',
  'stripe.radar.earlyFraudWarnings.list': '`GET /v1/radar/early_fraud_warnings`',
  'stripe.radar.earlyFraudWarnings.retrieve': '`GET /v1/radar/early_fraud_warnings/ID`',
  'stripe.refunds.create': '`POST /v1/refunds`',
  'stripe.refunds.list': '`GET /v1/refunds?payment_intent=`',
  'stripe.refunds.retrieve': '`GET /v1/refunds/ID`',
  'stripe.transfers.create': '`POST /v1/transfers`',
  'stripe.transfers.createReversal': '`POST /v1/transfers/ID/reversals`',
  'stripe.transfers.list': '`GET /v1/transfers?transfer_group=`',
  'stripe.transfers.listReversals': '`GET /v1/transfers/ID/reversals`',
  'stripe.transfers.retrieve': '`GET /v1/transfers/ID`',
  'stripe.transfers.retrieveReversal': '`GET /v1/transfers/ID/reversals/ID`',
  'stripe.v2.core.accounts.list': '`GET /v2/core/accounts`',
  'stripe.v2.core.eventDestinations.list': '`GET /v2/core/event_destinations`',
  'stripe.webhookEndpoints.list': '`GET /v1/webhook_endpoints`',
};

test('every method of the SDK in the source is in the table', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(resolve(import.meta.dirname, name), 'utf8'));
  const called = sources.flatMap((source) =>
    [...source.matchAll(/\b((?:stripe|accounts|accountLinks)(?:\.\w+)+)\(/g)].map(([, name = '']) => name),
  );
  expect(unique(called)).toEqual(Object.keys(methods).toSorted());
  expect(Object.values(methods).filter((call) => !rows.some((row) => row.call === call))).toEqual([]);
});

/** Names after `@deprecated` in the types of the SDK's resources that the adapter uses. */
function deprecatedNames(): Set<string> {
  const folder = resolve(import.meta.dirname, '../../../node_modules/stripe/esm/resources');
  const files = ['Customers', 'PaymentIntents', 'PaymentMethods', 'Refunds', 'Transfers', 'Disputes', 'Charges'];
  const types = [...files, 'BalanceTransactions', 'Checkout/Sessions', 'V2/Core/Accounts', 'V2/Core/AccountLinks'];
  return new Set(
    types.flatMap((name) =>
      [...readFileSync(resolve(folder, `${name}.d.ts`), 'utf8').matchAll(/@deprecated[^/]*\*\/\s*(\w+)/g)].map(
        ([, match = '']) => match,
      ),
    ),
  );
}

test('no request has a parameter that the SDK calls deprecated', () => {
  const deprecated = deprecatedNames();
  expect(deprecated.size).toBeGreaterThan(0);
  const names = sent.flatMap(({ body, query }) =>
    (body.startsWith('{')
      ? [...body.matchAll(/"(\w+)":/g)].map(([, name = '']) => name)
      : [...new URLSearchParams(body).keys(), ...new URLSearchParams(query).keys()]
    ).flatMap((name) => name.split(/[[\]]+/)),
  );
  expect(unique(names).filter((name) => deprecated.has(name))).toEqual([]);
});
