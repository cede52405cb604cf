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
      'You can pay until Dec 1, 2026. A pledge that is still unpaid after that is dropped, and nothing is charged.',
    ],
    [
      'with one more try of the card to come',
      {},
      day('2026-11-30'),
      "You can pay until Dec 1, 2026. If you don't, we try your card once more on Nov 30, 2026. A pledge that is still unpaid after that is dropped, and nothing is charged.",
    ],
    [
      'while the pool is frozen',
      { frozen: true },
      day('2026-11-30'),
      'The pool is on hold, so you can pay once it continues. Your time to pay stands still until then.',
    ],
  ] as const)('payment due, %s', (_when, changes, nextTryAt, money) => {
    const pledge = noticedPledge('notified', { declineReason: 'Your card has insufficient funds.' });
    for (const reminder of [0, 1]) {
      expect(paymentDueNotice(noticedPool('collecting', changes), pledge, { reminder, nextTryAt }).body).toBe(
        `Your card could not be charged $30 for “Rain song”. What the card's bank said: Your card has insufficient funds. ${money}`,
      );
    }
  });

  const held = 'It is held for this pool until the delivery; if there is none, you get all of it back.';
  const ready = "What was made is ready for you on the pool's page.";
  it.each([
    ['collecting', 'paid', held],
    ['shortfall', 'paid', held],
    ['in_production', 'paid', held],
    ['delivery_review', 'paid', held],
    ['delivered', 'paid', `${ready} Your payment is held until Dec 14, 2026, in case something is wrong with it.`],
    ['completed', 'paid', `${ready} Your payment goes to the creator now.`],
    ['removed', 'paid', 'The pool was removed after its delivery, so this payment is not refunded.'],
    [
      'refunded',
      'refund_pending',
      'The $30 charged to your card goes back to it in full. A separate message confirms it.',
    ],
    ['refunded', 'refunded', 'The $30 charged to your card was refunded in full.'],
    ['delivered', 'disputed', 'You disputed the charge of $30, so your bank decides about it.'],
  ] as const)('a receipt while the pool is %s and the pledge %s', (status, pledge, money) => {
    const { body, facts } = receiptNotice(noticedPool(status), noticedPledge(pledge));
    expect(body).toBe(`$30 was charged for “Rain song”. ${money}`);
    expect(facts).toContainEqual(['Amount', '$30.00']);
  });

  it('refunded and dropped', () => {
    expect(refundNotice(noticedPool('refunded'), noticedPledge('refunded')).body).toContain(
      '$30 for “Rain song” was refunded',
    );
    expect(droppedNotice(noticedPool('in_production'), noticedPledge('dropped')).body).toBe(
      'The time to pay $30 for “Rain song” is over. Nothing was charged.',
    );
  });

  it.each([
    [
      'upheld',
      'refunded',
      'refund_pending',
      'The $30 charged to your card goes back to it in full. A separate message confirms it.',
    ],
    ['upheld', 'in_production', 'paid', 'The creator has to deliver again, and your payment stays held until then.'],
    ['dismissed', 'delivered', 'paid', 'The delivery stands. Your payment goes to the creator after Dec 14, 2026.'],
    ['dismissed', 'completed', 'paid', 'The delivery stands, and your payment goes to the creator.'],
  ] as const)('an objection %s, pool %s, pledge %s', (status, pool, pledge, money) => {
    const { body } = objectionDecided(noticedPool(pool), noticedPledge(pledge), {
      status,
      answer: 'We listened again.',
    });
    expect(body).toBe(`We looked at “Rain song” again. The answer: We listened again. ${money}`);
  });
});
