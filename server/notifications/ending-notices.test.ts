import { describe, expect, it } from 'vitest';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { moved, noticedPledge, noticedPool } from '#testing/notices.ts';
import type { PoolRow } from './notice-pools.sql.ts';
import { poolNotices } from './pool-notices.ts';
import type { PoolTransition } from './pool-transition.ts';

describe('after acceptance, the fan reads what happens to their card', () => {
  const waits =
    'You’ll be charged $30 as soon as pledges reach the goal of $50, or earlier if the creator goes ahead with less. If neither happens by Dec 20, 2026, nothing is charged.';
  const rows: [PoolStatus, PledgeStatus, Partial<PoolRow>, string][] = [
    ['accepted', 'pledged', {}, waits],
    ['collecting', 'charging', {}, 'The goal is met, so your card is being charged $30 now.'],
    [
      'collecting',
      'charging',
      { frozen: true },
      'The goal is met. Your card will be charged $30 once the pool is no longer on hold.',
    ],
    [
      'collecting',
      'charging',
      { belowGoal: true },
      'The creator accepted the amount pledged so far, so your card is being charged $30 now.',
    ],
    ['collecting', 'paid', {}, 'The goal is met, and your card was charged $30.'],
    [
      'collecting',
      'notified',
      {},
      'The goal is met, but your card couldn’t be charged $30. A separate message explains how to pay.',
    ],
    ['shortfall', 'dropped', {}, 'The goal is met. Your card was not charged.'],
    ['in_production', 'paid', {}, 'The goal is met, and your card was charged $30.'],
    ['in_production', 'dropped', {}, 'The goal is met. Your card was not charged.'],
    ['delivered', 'disputed', {}, 'The goal is met. You disputed the charge of $30, so your bank will decide.'],
  ];
  it.each(rows)('pool %s, pledge %s, %o', (status, pledge, changes, money) => {
    const notices = poolNotices(noticedPool(status, changes), moved('accepted', 'goal_met', 'accept'));
    expect(notices.fans?.(noticedPledge(pledge)).body).toBe(`“Rain song” was accepted. ${money}`);
    expect(notices.owner?.(noticedPledge(pledge))).toEqual(notices.fans?.(noticedPledge(pledge)));
  });

  it('tells fans and the owner of a pool that starts below its goal after it was accepted', () => {
    const pool = noticedPool('collecting', { belowGoal: true });
    const { fans, owner, creator } = poolNotices(pool, moved('collecting', 'accepted', 'accept'));
    const notice = fans?.(noticedPledge('charging'));
    expect([notice?.title, notice?.body]).toEqual([
      'Maya is going ahead',
      '“Rain song” starts below its goal. The creator accepted the amount pledged so far, so your card is being charged $30 now.',
    ]);
    expect(owner?.(undefined).body).toContain('so cards are being charged now.');
    expect(creator).toBeUndefined();
    expect(poolNotices(pool, moved('collecting', 'accepted', 'pledges_changed'))).toEqual({});
  });

  it.each([
    [
      'accepted',
      {},
      'Cards will be charged as soon as pledges reach the goal of $50, or earlier if the creator goes ahead with less. If neither happens by Dec 20, 2026, nothing is charged.',
    ],
    ['collecting', {}, 'The goal is met, so cards are being charged now.'],
    [
      'collecting',
      { belowGoal: true },
      'The creator accepted the amount pledged so far, so cards are being charged now.',
    ],
    ['in_production', {}, 'The goal is met, so cards were charged.'],
  ] as const)('an owner without a pledge, pool %s, %o', (status, changes, money) => {
    const { owner } = poolNotices(noticedPool(status, changes), moved('accepted', 'open', 'accept'));
    expect(owner?.(undefined).body).toBe(`“Rain song” was accepted. ${money}`);
  });
});

describe('after the end of a pool, the fan reads what happened to their money', () => {
  const money: Partial<Record<PledgeStatus, string>> = {
    charging: 'A charge of $30 to your card was in progress. If it goes through, you’ll be refunded in full.',
    paid: 'The $30 you paid went to the creator after the delivery and is not refunded.',
    released: 'Your card was not charged.',
    dropped: 'Your card was not charged.',
    refund_pending: 'The $30 charged to your card is being refunded in full. A separate message will confirm it.',
    refunded: 'The $30 charged to your card was refunded in full.',
    disputed: 'You disputed the charge of $30, so your bank will decide.',
    dispute_lost: 'You disputed the charge of $30, and your bank returned the money to you.',
  };
  const endings: [PoolTransition, string, string, PledgeStatus[]][] = [
    [
      moved('expired', 'open'),
      'The pool didn’t reach its goal',
      '“Rain song” didn’t reach its goal by the deadline.',
      ['released'],
    ],
    [
      moved('expired', 'accepted'),
      'The pool didn’t reach its goal',
      '“Rain song” didn’t reach its goal by the deadline.',
      ['released'],
    ],
    [
      moved('declined', 'goal_met', 'decline', 'I am on tour.'),
      'The pool was declined',
      'Maya declined “Rain song”. Reason: I am on tour.',
      ['released'],
    ],
    [
      moved('lapsed', 'goal_met'),
      'The creator didn’t respond in time',
      'Maya didn’t respond to “Rain song” in time.',
      ['released'],
    ],
    [
      moved('cancelled', 'accepted', 'cancel', 'My mistake.'),
      'The pool was canceled',
      '“Rain song” was canceled. Reason: My mistake.',
      ['released'],
    ],
    ...(['open', 'goal_met', 'accepted'] as const).map((from): [PoolTransition, string, string, PledgeStatus[]] => [
      moved('removed', from, 'remove', 'Against our rules.'),
      'The pool was removed',
      '“Rain song” was removed by an admin. Reason: Against our rules.',
      ['released'],
    ]),
    ...(
      ['collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed', 'refunded'] as const
    ).map((from): [PoolTransition, string, string, PledgeStatus[]] => [
      moved('removed', from, 'remove', 'The pool was removed by an admin.'),
      'The pool was removed',
      '“Rain song” was removed by an admin.',
      [
        'charging',
        'released',
        'dropped',
        'refund_pending',
        'refunded',
        'disputed',
        'dispute_lost',
        ...(from === 'completed' ? (['paid'] as const) : []),
      ],
    ]),
    ...(
      [
        ['in_production', 'give_up', 'Maya gave up'],
        ['shortfall', 'give_up', 'Maya gave up'],
        ['shortfall', 'clock', 'not enough was paid to go ahead'],
        ['in_production', 'clock', 'nothing was delivered in time'],
        ['delivered', 'objection_upheld', 'an objection to the delivery was upheld'],
      ] as const
    ).map(([from, event, why]): [PoolTransition, string, string, PledgeStatus[]] => [
      moved('refunded', from, event, 'Nothing was delivered in time. Everyone who paid is refunded.'),
      'The pool ended and everyone is refunded',
      `“Rain song” will not be delivered: ${why}.`,
      ['dropped', 'refund_pending', 'refunded', 'disputed', 'dispute_lost'],
    ]),
  ];
  const rows = endings.flatMap(([move, title, words, statuses]) =>
    statuses.map((status) => ({
      move,
      title,
      words,
      status,
      name: `${move.from} → ${move.to} by ${move.event}, pledge ${status}`,
    })),
  );
  it.each(rows)('$name', ({ move, title, words, status }) => {
    const pool = noticedPool(move.to, { wasCharged: move.to === 'refunded' || status !== 'released' });
    const { fans, owner } = poolNotices(pool, move);
    const access = move.from === 'completed' && status === 'paid' ? ' The delivery can no longer be opened.' : '';
    expect(fans?.(noticedPledge(status))).toMatchObject({ title, body: `${words} ${money[status]}${access}` });
    expect(owner?.(noticedPledge(status))).toEqual(fans?.(noticedPledge(status)));
  });

  it.each([
    ['delivery_review', 'The delivery was not reviewed in time.'],
    ['delivered', 'The payout was held for too long.'],
    ['in_production', 'The pool was frozen for too long.'],
  ] as const)('a pool that waited too long for an admin, in %s', (from, why) => {
    const move = moved('refunded', from, 'hold_over', `${why} Everyone who paid is refunded.`);
    const { fans } = poolNotices(noticedPool('refunded', { wasCharged: true }), move);
    expect(fans?.(noticedPledge('refunded')).body).toBe(
      `“Rain song” has ended. ${why} The $30 charged to your card was refunded in full.`,
    );
  });

  it('a pool that no creator took on', () => {
    const notices = poolNotices(noticedPool('lapsed', { assignedCreatorId: null }), moved('lapsed', 'goal_met'));
    expect(notices.fans?.(noticedPledge('released'))).toMatchObject({
      title: 'No creator took on the pool',
      body: 'No creator took on “Rain song” in time. Your card was not charged.',
    });
  });

  it.each([
    ['expired', 'open', false, 'No card was charged.', ''],
    ['lapsed', 'goal_met', false, 'No card was charged.', ''],
    ['refunded', 'shortfall', false, 'No card was charged.', ''],
    [
      'refunded',
      'in_production',
      true,
      'Everyone whose card was charged is refunded in full.',
      ' You will not receive a payout for it.',
    ],
    [
      'removed',
      'collecting',
      true,
      'Everyone whose card was charged is refunded in full.',
      ' You will not receive a payout for it.',
    ],
    [
      'removed',
      'delivered',
      true,
      'Everyone whose card was charged is refunded in full.',
      ' You will not receive a payout for it.',
    ],
    [
      'removed',
      'completed',
      true,
      'Payments went to the creator after the delivery and are not refunded.',
      ' Your payout is not affected.',
    ],
  ] as const)(
    '%s from %s, a card was charged: %s: owner and creator read what happened to all payments',
    (to, from, wasCharged, all, payout) => {
      const { owner, creator } = poolNotices(noticedPool(to, { wasCharged }), moved(to, from));
      expect(owner?.(undefined).body).toMatch(new RegExp(`[.] ${all}$`));
      expect(creator?.body).toMatch(new RegExp(`[.] ${all}${payout}$`));
    },
  );

  it('says that no creator took on an unassigned pool, and mentions no refund if no one paid', () => {
    const unassigned = poolNotices(
      noticedPool('lapsed', { assignedCreatorId: null, creatorName: null }),
      moved('lapsed', 'goal_met'),
    );
    expect(unassigned.fans?.(noticedPledge('released')).body).toBe(
      'No creator took on “Rain song” in time. Your card was not charged.',
    );
    const unpaid = poolNotices(noticedPool('refunded'), moved('refunded', 'shortfall'));
    expect(unpaid.fans?.(noticedPledge('dropped')).title).toBe('The pool ended');
  });
});
