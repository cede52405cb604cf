import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { EndedPledge } from './ended-pledge.tsx';
import { pledgeStatusView } from './pledge-status.tsx';
import { describePledge, waysToPay, whyNotPayable } from './pledge-texts.ts';

const paid: PledgeView = {
  id: '00000000-0000-4000-8000-000000000001',
  poolId: '00000000-0000-4000-8000-000000000002',
  poolTitle: 'A song about rain',
  poolPath: '/maya/a-song-about-rain',
  poolStatus: 'in_production',
  adult: false,
  amount: 1000,
  amountCents: 1000,
  status: 'paid',
  can: { change: false, withdraw: false, setUp: false, pay: false, replaceCard: false },
  anonymous: false,
  createdAt: '2026-01-02T12:00:00.000Z',
  dueAt: null,
  paidAt: '2026-02-03T12:00:00.000Z',
  refundedAt: null,
  refundedCents: 0,
  refundedOutside: false,
  declineReason: null,
  declineKind: null,
  card: null,
  dismissed: false,
  metGoal: false,
  poolCompleted: false,
  objectUntil: null,
  cardExpiresOn: null,
};

it('says whether paid money is held, delivered but refundable, or paid to the creator', () => {
  const meaning = (change: Partial<PledgeView>) => describePledge({ ...paid, ...change }).meaning;
  expect(meaning({})).toMatch(/^Paid on .+ Held for this pool until it is delivered\.$/);
  const objectUntil = '2026-03-04T12:00:00.000Z';
  expect(meaning({ objectUntil })).toMatch(/ Delivered\. Held until .*2026, the last day to object\.$/);
  expect(meaning({ poolCompleted: true })).toMatch(/ Delivered, and the creator was paid\.$/);
});

it('does not say that delivered money waits for the delivery', () => {
  const text = (change: Partial<PledgeView>) => pledgeStatusView({ ...paid, ...change }).text;
  expect(text({})).toContain('$10 is paid and held for this pool.');
  expect(text({ objectUntil: '2026-03-04T12:00:00.000Z' })).toMatch(
    /^\$10 is paid\. Delivered\. Held until .* The delivery is on the pool’s page\.$/,
  );
  // Also of a pool that an admin removed after it was completed.
  expect(text({ poolCompleted: true })).toBe('$10 is paid. Delivered, and the creator was paid.');
});

it('says that an unpaid late pledge is charged at once, and that a pledge without a card is not', () => {
  const waiting = { ...paid, status: 'setup_pending', paidAt: null } as const;
  const early = { ...waiting, poolStatus: 'open' } as const;
  expect(describePledge(early)).toMatchObject({
    label: 'Card not saved yet',
    meaning: expect.stringMatching(/now\.$/),
  });
  expect(pledgeStatusView(early).text).toContain('Nothing was charged.');
  for (const poolStatus of ['delivered', 'completed'] as const) {
    const late = { ...waiting, poolStatus, declineReason: 'Your card was declined' };
    const charge = 'Your card is charged as soon as you pay, and you get access to the delivery.';
    expect(describePledge(late)).toMatchObject({ label: 'Not paid yet', meaning: charge });
    expect(pledgeStatusView(late)).toEqual({
      title: 'Your pledge is not paid yet',
      text: `Your card was declined. Your $10 pledge is not paid. ${charge}`,
    });
  }
});

it('says why a pledge was released', () => {
  const meaning = (change: Partial<PledgeView>) =>
    describePledge({ ...paid, status: 'released', paidAt: null, ...change }).meaning;
  const unsaved = 'Your card was not saved in time, or the pool changed before that. Nothing was charged.';
  expect(meaning({ poolStatus: 'open' })).toBe(unsaved);
  expect(meaning({ poolStatus: 'collecting' })).toBe(unsaved);
  expect(meaning({ poolStatus: 'expired' })).toBe('The pool did not go ahead. Nothing was charged.');
  expect(meaning({ poolStatus: 'delivered' })).toBe('It was not paid before it ended. Nothing was charged.');
});

it('says when the card of a pledge expires too early, and what to do', () => {
  const card = { brand: 'visa', last4: '4242' };
  const early = { ...paid, status: 'pledged', paidAt: null, card } as const;
  expect(describePledge({ ...early, cardExpiresOn: '2099-01-31' }).meaning).toBe(
    'Visa ending 4242 expires on Jan 31, 2099, before it may be charged for this pool. Replace it to keep your pledge.',
  );
  expect(pledgeStatusView({ ...early, cardExpiresOn: '2020-01-31' })).toMatchObject({
    title: 'Replace your card',
    text: expect.stringMatching(
      /^Visa ending 4242 expired on Jan 31, 2020\. Replace it, or this pledge cannot be charged\. /,
    ),
  });
  expect(pledgeStatusView(early)).toMatchObject({ title: 'Your pledge is in' });
});

it('says that a payment is paused while the pool is frozen', () => {
  const due = { ...paid, status: 'notified', paidAt: null, dueAt: '2099-01-31T12:00:00.000Z' } as const;
  const withPool = (frozen: boolean) => describePledge({ ...due, pool: { frozen } });
  expect(withPool(false)).toMatchObject({ label: 'Payment due', tone: 'danger' });
  expect(withPool(true)).toEqual({
    label: 'Payment paused',
    tone: 'accent',
    meaning:
      'The pool is frozen, so your $10 pledge isn’t due until an admin has reviewed it. Your time to pay is paused.',
  });
  expect(describePledge({ ...paid, pool: { frozen: true } }).label).toBe('Paid');
});

it('offers the most promising way to pay first', () => {
  const visa = { brand: 'visa', last4: '4242' };
  const ways = (declineKind: PledgeView['declineKind'], card: typeof visa | undefined = visa) =>
    waysToPay({ ...paid, status: 'notified', card: visa, declineKind }, card).map(
      ({ way, label }) => `${way}: ${label}`,
    );
  expect(ways('soft')).toEqual(['saved: Pay $10 with Visa ending 4242', 'other: Pay with another card']);
  expect(ways('hard')).toEqual(['other: Pay with another card', 'saved: Try Visa ending 4242 again']);
  expect(ways('hard', { ...visa, last4: '1111' })[0]).toBe('saved: Pay $10 with Visa ending 1111');
  expect(ways('needs_action')).toEqual(['other: Approve and pay $10']);
  expect(waysToPay({ ...paid, card: null }, undefined)).toEqual([{ way: 'other', label: 'Pay $10' }]);
});

it('does not say that money went back to the card if a part was paid in another way', () => {
  const text = (refundedOutside: boolean) =>
    renderToStaticMarkup(
      createElement(EndedPledge, { pledge: { ...paid, status: 'refunded', refundedOutside }, final: true }),
    );
  expect(text(false)).toContain('The money went back to the card you paid with.');
  expect(text(true)).not.toContain('went back to the card');
});

it('says why a payment that was due cannot be made', () => {
  const due = (left: number) =>
    ({ ...paid, status: 'notified', dueAt: new Date(Date.now() + left).toISOString() }) as const;
  const never = { isFrozen: false, isSuspended: false };
  expect(whyNotPayable(due(-1000), { ...never, isFrozen: true }).title).toBe('Your card is not charged now');
  expect(whyNotPayable(due(60_000), { ...never, isSuspended: true }).title).toBe('Your account is suspended');
  expect(whyNotPayable(due(-1000), never)).toEqual({
    title: 'The time to pay is over',
    text: 'The $10 was not paid in time. Nothing was charged.',
  });
  // The clock of the browser is slow.
  expect(whyNotPayable(due(60_000), never)).toEqual({ title: 'You can’t pay now', text: 'Nothing was charged.' });
});
