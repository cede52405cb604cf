import { describe, expect, it } from 'vitest';
import { day, noticedPledge, noticedPool } from '#testing/notices.ts';
import { objectionDecided } from './notify-objection.ts';
import { droppedNotice, paymentDueNotice, receiptNotice, refundNotice } from './pledge-notices.ts';

describe('one fan’s pledge', () => {
  it.each([
    [
      'in time',
      {},
      null,
      'You can pay until Dec 1, 2026. After that, an unpaid pledge is dropped and nothing is charged.',
    ],
    [
      'with one more try of the card to come',
      {},
      day('2026-11-30'),
      'You can pay until Dec 1, 2026. If you don’t, we’ll try your card once more on Nov 30, 2026. After that, an unpaid pledge is dropped and nothing is charged.',
    ],
    [
      'while the pool is frozen',
      { frozen: true },
      day('2026-11-30'),
      'The pool is on hold. You can pay once it continues, and your time to pay is paused until then.',
    ],
  ] as const)('payment due, %s', (_when, changes, cardRetryAt, money) => {
    const pledge = noticedPledge('notified', { declineReason: 'Your card has insufficient funds.' });
    for (const reminder of [0, 1]) {
      expect(paymentDueNotice(noticedPool('collecting', changes), pledge, { reminder, cardRetryAt }).body).toBe(
        `Your card couldn’t be charged $30 for “Rain song”. Your card has insufficient funds. ${money}`,
      );
    }
  });

  const heldText =
    'Your payment is held for this pool until the delivery. If nothing is delivered, you’ll be refunded in full.';
  const ready = 'The delivery is ready on the pool’s page.';
  it.each([
    ['collecting', 'paid', heldText],
    ['shortfall', 'paid', heldText],
    ['in_production', 'paid', heldText],
    ['delivery_review', 'paid', heldText],
    ['delivered', 'paid', `${ready} Your payment is held until Dec 14, 2026, in case you object.`],
    ['completed', 'paid', `${ready} Your payment now goes to the creator.`],
    ['removed', 'paid', 'The pool was removed after its delivery, so this payment is not refunded.'],
    [
      'refunded',
      'refund_pending',
      'The $30 charged to your card is being refunded in full. A separate message will confirm it.',
    ],
    ['refunded', 'refunded', 'The $30 charged to your card was refunded in full.'],
    ['delivered', 'disputed', 'You disputed the charge of $30, so your bank will decide.'],
  ] as const)('a receipt while the pool is %s and the pledge %s', (status, pledge, money) => {
    const { body, facts } = receiptNotice(noticedPool(status), noticedPledge(pledge));
    expect(body).toBe(`You were charged $30 for “Rain song”. ${money}`);
    expect(facts).toContainEqual(['Amount', '$30.00']);
  });

  it('refunded and dropped', () => {
    expect(refundNotice(noticedPool('refunded'), noticedPledge('refunded')).body).toContain(
      'We refunded $30 for “Rain song”',
    );
    expect(droppedNotice(noticedPool('in_production'), noticedPledge('dropped')).body).toBe(
      'Your $30 pledge to “Rain song” was not paid in time. Nothing was charged.',
    );
  });

  it.each([
    [
      'upheld',
      'refunded',
      'refund_pending',
      'The $30 charged to your card is being refunded in full. A separate message will confirm it.',
      '2026-12-13',
    ],
    [
      'upheld',
      'in_production',
      'paid',
      'The creator has to deliver again. Your payment stays held until then.',
      '2026-12-13',
    ],
    [
      'dismissed',
      'delivered',
      'paid',
      'The delivery stands. Your payment goes to the creator after Dec 14, 2026.',
      '2026-12-13',
    ],
    ['dismissed', 'delivered', 'paid', 'The delivery stands, and your payment goes to the creator.', '2026-12-15'],
    ['dismissed', 'completed', 'paid', 'The delivery stands, and your payment goes to the creator.', '2026-12-15'],
  ] as const)('an objection %s, pool %s, pledge %s', (status, pool, pledge, money, today) => {
    const decision = { status, answer: 'We listened again' };
    const { body } = objectionDecided(noticedPool(pool), noticedPledge(pledge), decision, day(today));
    expect(body).toBe(`We reviewed “Rain song” again. Our answer: We listened again. ${money}`);
  });
});
