import type { PageAnswer } from './stripe-checkout-page.ts';

/** Card numbers of the sandbox. They also choose the card on the page of another processor. */
export const cards = {
  pays: '4242 4242 4242 4242',
  /** Cannot even be saved. */
  declined: '4000 0000 0000 0002',
  /** Can be saved; charging it is declined. */
  insufficient: '4000 0000 0000 9995',
  /** The bank asks for approval of every charge. */
  authentication: '4000 0025 0000 3155',
} as const;

/**
 * Stripe's numbers for the same behavior, where they differ. The bank asks for approval of `insufficient` once, when it is saved.
 * https://docs.stripe.com/testing
 */
const stripeNumbers: Partial<Record<string, string>> = {
  [cards.insufficient]: '4000 0082 6000 3178',
  [cards.authentication]: '4000 0027 6000 3184',
};

/** Submits a card on a hosted page, of whichever processor it is, and approves it at Stripe if the bank asks. */
export async function submitCard(url: string, number: string = cards.pays): Promise<PageAnswer> {
  const { host, pathname } = new URL(url);
  if (pathname.startsWith('/sandbox/')) return submitToSandbox(url, number);
  const stripeNumber = stripeNumbers[number] ?? number;
  if (!host.endsWith('.stripe.com')) return submitToStandIn(url, stripeNumber);
  const { submitStripeCheckout } = await import('./stripe-checkout-page.ts');
  return submitStripeCheckout(url, stripeNumber);
}

/** Like `submitCard`; throws if the page refuses the form. A declined card is no refusal. */
export async function enterCard(url: string, number: string = cards.pays): Promise<void> {
  const { status, text } = await submitCard(url, number);
  if (status >= 400 && status !== 402) throw new Error(`the hosted page answered ${status}: ${text}`);
}

function submitToSandbox(url: string, cardNumber: string): Promise<PageAnswer> {
  const body = JSON.stringify({ cardNumber, expiry: '12/34', cvc: '123' });
  return post(`${url}/complete`, { headers: { 'content-type': 'application/json' }, body });
}

async function submitToStandIn(url: string, number: string): Promise<PageAnswer> {
  const card = { number, expires: '12 / 34' };
  const answer = await post(url, { body: new URLSearchParams(card) });
  if (!answer.text.includes('value="approve"')) return answer;
  return post(url, { body: new URLSearchParams({ ...card, approval: 'approve' }) });
}

async function post(url: string, request: RequestInit): Promise<PageAnswer> {
  const answer = await fetch(url, { ...request, method: 'POST', redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}
