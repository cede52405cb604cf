import type Stripe from 'stripe';
import { book, totalOf } from '../balance.ts';
import { failPayout, payAccount } from '../bank-payouts.ts';
import type { Call } from '../call.ts';
import { behaviorOf, createCard } from '../cards.ts';
import { noFaults } from '../faults.ts';
import { invalid } from '../refusal.ts';
import { changeAccount, closeAccount, enterBank, findAccount } from '../resources/accounts.ts';
import { findCharge } from '../resources/charges.ts';
import { buildCustomer } from '../resources/customers.ts';
import { closeDispute, escalateInquiry, openDispute, warnOfFraud } from '../resources/disputes.ts';
import { completeRefund, failRefund } from '../resources/refunds.ts';
import { expireSession, findSession } from '../resources/sessions.ts';
import { newId, type Store } from '../store.ts';
import type { ConnectedAccount, Endpoint, TableName } from '../tables.ts';

type Fields = Record<string, unknown>;
type Action = (call: Call, fields: Fields) => object | undefined;

function named(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw invalid(`${name} is missing`, name);
  return value;
}

function row<K extends TableName>(store: Store, table: K, fields: Fields, name: string) {
  const row = store.get(table, named(fields, name));
  if (!row) throw invalid(`no ${name} ${String(fields[name])}`, name);
  return row;
}

/** Settings that tests change. */
const settings = [
  'latencyMs',
  'rateLimit',
  'endpointRateLimit',
  'concurrencyLimit',
  'searchLagSeconds',
  'bookedAfterSeconds',
  'negativeBalances',
  'recipientOnly',
  'accountRefusal',
  'accountPayouts',
  'missingPermissions',
  'platform',
  'webhooks',
];

function setSettings({ store }: Call, fields: Fields) {
  for (const [name, value] of Object.entries(fields)) {
    if (!settings.includes(name)) throw invalid(`No setting ${name}. There are: ${settings.join(', ')}.`);
    store.put('settings', { id: name, value });
  }
  return undefined;
}

/** A new number or date, as card networks send them, or another behavior for later charges. */
function updateCard(call: Call, fields: Fields) {
  const method = row(call.store, 'paymentMethods', fields, 'card');
  if (typeof fields.behavior === 'string') {
    behaviorOf({ number: '', behavior: fields.behavior });
    call.store.change('cards', method.id, { behavior: fields.behavior });
  }
  const { expMonth, expYear, last4 } = fields as { expMonth?: number; expYear?: number; last4?: string };
  if (!method.card || (!expMonth && !expYear && !last4)) return method;
  const updated = call.store.change('paymentMethods', method.id, {
    card: {
      ...method.card,
      exp_month: expMonth ?? method.card.exp_month,
      exp_year: expYear ?? method.card.exp_year,
      last4: last4 ?? method.card.last4,
    },
  });
  call.emit('payment_method.automatically_updated', updated);
  return updated;
}

/** Saves a card of a customer without a page. The cardholder has approved later charges. */
function saveCard(call: Call, fields: Fields) {
  const customer = row(call.store, 'customers', fields, 'customer').id;
  const card = { number: named(fields, 'number'), expMonth: 12, expYear: 2034, setUp: true };
  return createCard(call.store, { ...card, customer, livemode: call.livemode });
}

/** Customers with a saved card each, so that a test with thousands of fans starts quickly. Sends no events. */
function addCustomers(call: Call, fields: Fields) {
  const { userIds, number = '4242424242424242' } = fields as { userIds?: string[]; number?: string };
  if (!userIds) throw invalid('userIds is missing', 'userIds');
  const customers = userIds.map((userId) => {
    const metadata = { fanfare_reference: `customer:${userId}`, fanfare_user: userId };
    const { id: customer } = call.store.put('customers', buildCustomer({ ...call, params: { metadata } }));
    const saved = { number, expMonth: 12, expYear: 2040, customer, livemode: call.livemode, setUp: true };
    return { userId, customer, card: createCard(call.store, saved).id };
  });
  return { customers };
}

/** A charge of another system that uses the same account and the Charges API: it has neither a PaymentIntent nor our reference. */
function addForeignCharge(call: Call, fields: Fields) {
  const charge = findCharge(call, named(fields, 'charge'));
  const foreign = { id: newId('ch_'), payment_intent: null, metadata: {}, transfer_group: null };
  return call.store.put('charges', { ...charge, ...foreign });
}

function addEndpoint({ store }: Call, fields: Fields) {
  const { payload = 'snapshot', events = ['*'] } = fields as Partial<Endpoint>;
  const { from = payload === 'thin' ? 'other_accounts' : 'self' } = fields as Partial<Endpoint>;
  return store.put('endpoints', {
    id: newId('we_'),
    url: named(fields, 'url'),
    secret: named(fields, 'secret'),
    payload,
    from,
    events,
  });
}

/** The result of Stripe's review of an account; a ready one has no open requirements unless they are named. */
function reviewAccount(call: Call, fields: Fields) {
  const { requirements = [], state = 'ready', payouts = 'usual', ...rest } = fields as Partial<ConnectedAccount>;
  const { id, cardPayments: before } = findAccount(call, named(fields, 'account'));
  const usual = state === 'ready' ? 'active' : state;
  const cardPayments = before && (rest.cardPayments ?? usual);
  changeAccount(call, id, { state, payouts, cardPayments, requirements });
  return findAccount(call, id);
}

function payOut(call: Call, fields: Fields) {
  const [account, amountCents] = [named(fields, 'account'), Number(fields.amountCents)];
  if (!(amountCents > 0 && amountCents <= totalOf(call.store, account)))
    throw invalid('The account does not have that much.');
  return payAccount(call, account, amountCents);
}

/** A movement that Stripe or the operator makes on the platform's balance, such as a reserve or a top-up. */
function addMovement({ store }: Call, fields: Fields) {
  const type = named(fields, 'type') as Stripe.BalanceTransaction.Type;
  const source = typeof fields.source === 'string' ? fields.source : newId('src_');
  return book(store, { type, amount: Number(fields.amountCents), source, description: null });
}

/** Delivers waiting webhooks at once, also those that Stripe would repeat much later. */
function deliverNow({ store }: Call) {
  for (const delivery of store.all('deliveries'))
    if (delivery.state === 'due') store.change('deliveries', delivery.id, { dueAt: Date.now() });
  return undefined;
}

export const actions: Partial<Record<string, Action>> = {
  clock({ store }, fields) {
    const seconds = Number(fields.advanceSeconds);
    store.put('settings', { id: 'clockOffset', value: store.setting('clockOffset', 0) + seconds });
    return { now: store.now() };
  },
  faults: ({ store }, fields) => store.put('settings', { id: 'faults', value: { ...noFaults, ...fields } }),
  settings: setSettings,
  endpoint: addEndpoint,
  'deliver-now': deliverNow,
  dispute: (call, fields) =>
    openDispute(call, findCharge(call, named(fields, 'charge')), {
      reason: String(fields.reason ?? 'fraudulent'),
      amount: typeof fields.amount === 'number' ? fields.amount : undefined,
      currency: typeof fields.currency === 'string' ? fields.currency : undefined,
      isInquiry: fields.inquiry === true,
    }),
  'escalate-inquiry': (call, fields) => escalateInquiry(call, row(call.store, 'disputes', fields, 'dispute')),
  'close-dispute': (call, fields) =>
    closeDispute(call, row(call.store, 'disputes', fields, 'dispute'), fields.status === 'won' ? 'won' : 'lost'),
  'fraud-warning': (call, fields) => warnOfFraud(call, findCharge(call, named(fields, 'charge'))),
  'foreign-charge': addForeignCharge,
  'fail-refund': (call, fields) => failRefund(call, row(call.store, 'refunds', fields, 'refund')),
  'complete-refund': (call, fields) => completeRefund(call, row(call.store, 'refunds', fields, 'refund')),
  'expire-session': (call, fields) => expireSession(call, findSession(call, named(fields, 'session'))),
  card: updateCard,
  'save-card': saveCard,
  customers: addCustomers,
  account: reviewAccount,
  bank: (call, fields) => enterBank(call, named(fields, 'account'), named(fields, 'last4')),
  'close-account': (call, fields) => closeAccount(call, named(fields, 'account')),
  payout: payOut,
  movement: addMovement,
  'fail-payout': (call, fields) => failPayout(call, row(call.store, 'payouts', fields, 'payout')),
};
