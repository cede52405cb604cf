import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import { createCard, isTestNumber } from '../cards.ts';
import { confirmPayment, saveCard } from '../confirm.ts';
import { text } from '../form.ts';
import { buildPayment } from '../resources/payment-intents.ts';
import { findSession, planOf } from '../resources/sessions.ts';
import { dollars, escapeHtml, htmlPage, type PageAnswer } from './html.ts';

interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
}

function form(call: Call, session: Stripe.Checkout.Session, error = ''): PageAnswer {
  const pays = session.mode === 'payment';
  const plan = pays ? planOf(call, session) : null;
  const title = plan ? `Pay ${dollars(plan.amount)}` : 'Save your card';
  const about = plan
    ? plan.product
    : (call.store.get('setupIntents', session.setup_intent as string)?.description ?? '');
  return {
    status: error ? 402 : 200,
    html: htmlPage(
      title,
      `<p>${escapeHtml(about)}</p>
${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post">
<label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242" required></label>
<label>Expires <input name="expires" autocomplete="cc-exp" value="12 / 34" required></label>
<p>${escapeHtml(session.custom_text.submit?.message ?? '')}</p>
<button type="submit">${plan ? 'Pay' : 'Save card'}</button>
</form>
${session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">Back</a>` : ''}`,
    ),
  };
}

/** The page of a bank on which the cardholder approves or refuses. */
function approval(card: CardInput): PageAnswer {
  return {
    status: 200,
    html: htmlPage(
      'Approve this with your bank',
      `<form method="post">
<input type="hidden" name="number" value="${card.number}">
<input type="hidden" name="expires" value="${card.expMonth} / ${card.expYear}">
<button type="submit" name="approval" value="approve">Approve</button>
<button type="submit" name="approval" value="refuse">Refuse</button>
</form>`,
    ),
  };
}

function readCard(call: Call): CardInput | string {
  const number = (text(call.params, 'number') ?? '').replace(/\D/g, '');
  const [month, year] = (text(call.params, 'expires') ?? '12 / 34').split('/').map((part) => Number(part.trim()));
  if (!isTestNumber(number)) return 'Your card number is not one of the test cards.';
  if (!month || month > 12 || !year) return "Your card's expiration date is not valid.";
  return { number, expMonth: month, expYear: year < 100 ? 2000 + year : year };
}

export function openCheckout(call: Call): PageAnswer {
  const session = findSession(call, call.path.session ?? '');
  if (session.status === 'open') return form(call, session);
  const title = session.status === 'complete' ? 'You have already completed this page' : 'This page has expired';
  return {
    status: session.status === 'complete' ? 409 : 410,
    html: htmlPage(
      title,
      session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">Back</a>` : '<p>You can close this page.</p>',
    ),
  };
}

export function submitCheckout(call: Call): PageAnswer {
  const session = findSession(call, call.path.session ?? '');
  if (session.status !== 'open') return openCheckout(call);
  const card = readCard(call);
  if (typeof card === 'string') return form(call, session, card);
  return session.mode === 'setup' ? saveOnPage(call, session, card) : payOnPage(call, session, card);
}

function saveOnPage(call: Call, session: Stripe.Checkout.Session, card: CardInput): PageAnswer {
  const setup = call.store.get('setupIntents', session.setup_intent as string);
  if (!setup) throw new Error('a set-up session without its intent');
  const approval_ = text(call.params, 'approval');
  if (approval_ === 'refuse') {
    refuseSetup(call, setup);
    return form(call, session, 'Your bank did not approve this card. Try another one.');
  }
  const saved = saveCard(call, setup, card, approval_ === 'approve');
  if (!saved) return approval(card);
  if (saved.status !== 'succeeded') return form(call, session, saved.last_setup_error?.message ?? 'Declined.');
  return complete(call, session, { payment_status: 'no_payment_required' });
}

function refuseSetup(call: Call, setup: Stripe.SetupIntent): void {
  const failed = call.store.change('setupIntents', setup.id, {
    last_setup_error: {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The cardholder did not approve.',
    },
  });
  call.emit('setup_intent.setup_failed', failed);
}

/** The payment of a session begins with the first card; a declined card leaves it waiting for another one. */
function paymentOf(call: Call, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const existing = call.store.get('paymentIntents', (session.payment_intent as string | null) ?? '');
  if (existing) return existing;
  const plan = planOf(call, session);
  const intent = call.store.put(
    'paymentIntents',
    buildPayment(call, {
      amount: plan.amount,
      customer: session.customer,
      payment_method: null,
      metadata: plan.metadata,
      description: plan.description,
      transferGroup: plan.transferGroup,
      setupFutureUsage: plan.setupFutureUsage,
      statementSuffix: plan.statementSuffix,
      status: 'requires_payment_method',
    }),
  );
  call.store.change('sessions', session.id, { payment_intent: intent.id });
  call.emit('payment_intent.created', intent);
  return intent;
}

function payOnPage(call: Call, session: Stripe.Checkout.Session, card: CardInput): PageAnswer {
  const { store } = call;
  const intent = paymentOf(call, session);
  const choice = text(call.params, 'approval');
  if (choice === 'refuse') {
    const failed = store.change('paymentIntents', intent.id, {
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'The cardholder did not approve.',
      },
    });
    call.emit('payment_intent.payment_failed', failed);
    return form(call, session, 'Your bank did not approve this payment. Try another card.');
  }
  const savesCard = intent.setup_future_usage === 'off_session';
  const method = createCard(store, {
    ...card,
    customer: savesCard ? (session.customer as string | null) : null,
    livemode: call.livemode,
    setUp: false,
  });
  const paid = confirmPayment(call, intent, method, { present: true, approved: choice === 'approve' });
  if (paid.status === 'requires_action') return approval(card);
  if (paid.status !== 'succeeded') return form(call, session, paid.last_payment_error?.message ?? 'Declined.');
  if (savesCard) store.change('cards', method.id, { setUp: true });
  return complete(call, session, { payment_status: 'paid' });
}

function complete(
  call: Call,
  session: Stripe.Checkout.Session,
  fields: Pick<Stripe.Checkout.Session, 'payment_status'>,
): PageAnswer {
  const completed = call.store.change('sessions', session.id, { ...fields, status: 'complete', url: null });
  call.emit('checkout.session.completed', completed);
  const target = (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return { status: 303, location: target, html: '' };
}
