import { describe, expect, it } from 'vitest';
import { pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { type PoolStatus, poolStatuses } from '#contract/pools/pools.ts';
import { moved, noticedPledge, noticedPool } from '#testing/notices.ts';
import { poolClaimApproved } from './notify-pool-claim.ts';
import { poolNotices } from './pool-notices.ts';

describe('the other steps of a pool', () => {
  it('goal met: no card is charged before a creator accepts', () => {
    const move = moved('goal_met', 'open', 'pledges_changed');
    const notices = poolNotices(noticedPool('goal_met'), move);
    expect(notices.owner?.(undefined).body).toBe(
      '“Rain song” reached $50 of $50 with 2 fans. We asked Maya to answer by Nov 30, 2026. No card is charged before they accept.',
    );
    expect(notices.creator?.body).toBe(
      '“Rain song” reached $50 of $50 with 2 fans. Please answer by Nov 30, 2026. No card is charged before you accept.',
    );
    expect(notices.admins).toBeUndefined();
    const notice = notices.fans?.(noticedPledge('pledged'));
    expect([notice?.title, notice?.body]).toEqual([
      'A pool you back met its goal',
      '“Rain song” reached $50 of $50 with 2 fans. We asked Maya to answer by Nov 30, 2026. Your $30 is charged only if they accept.',
    ]);
    const last = notices.fans?.(noticedPledge('pledged', { metGoalAt: new Date() }));
    expect(last?.title).toBe('Your pledge met the goal');
    const unasked = poolNotices(noticedPool('goal_met', { assignedCreatorId: null, creatorName: null }), move);
    expect(unasked.owner?.(undefined).body).toContain(
      'No creator has claimed it yet. No card is charged before one accepts.',
    );
    expect(unasked.admins?.body).toContain('No creator is assigned to it yet.');
    expect(unasked.creator).toBeUndefined();
    expect(unasked.fans?.(noticedPledge('pledged')).body).toContain('Your $30 is charged only if one accepts.');
  });

  it('goal met: shows the picture and the meter, of adult pools only the meter', () => {
    const move = moved('goal_met', 'open', 'pledges_changed');
    const { picture, meter } = poolNotices(noticedPool('goal_met'), move).fans?.(noticedPledge('pledged')) ?? {};
    expect(picture?.path).toMatch(/^\/share\/pool\/[0-9a-f-]{36}\.jpg\?v=5000-/);
    expect(picture?.alt).toContain('Rain song');
    expect(meter).toEqual({ share: 1, text: '$50 of $50 · 100% · 2 fans' });
    const adult = poolNotices(noticedPool('goal_met', { adult: true }), move).fans?.(noticedPledge('pledged'));
    expect(adult?.picture).toBeUndefined();
    expect(adult?.meter?.text).toContain('$50 of $50');
  });

  it('claim approved: names no date while a freeze still moves it', () => {
    expect(poolClaimApproved(noticedPool('goal_met')).body).toContain('Accept or decline it by Nov 30, 2026.');
    expect(poolClaimApproved(noticedPool('goal_met', { frozen: true })).body).not.toContain('Nov 30');
  });

  it('shortfall: states the paid sum and the outcome without an answer', () => {
    const some = poolNotices(noticedPool('shortfall', { paidCents: 12_50 }), moved('shortfall', 'collecting'));
    expect(some.creator?.body).toBe(
      '$12.50 was paid for “Rain song”, less than your floor. Decide whether to go ahead. If you don’t, everyone who paid will be refunded on Dec 2, 2026.',
    );
    const none = poolNotices(noticedPool('shortfall', { paidCents: 0 }), moved('shortfall', 'collecting'));
    expect(none.creator?.body).toBe(
      'No payment for “Rain song” went through. The pool ends on Dec 2, 2026, and no card was charged.',
    );
  });

  it('in production, sent back, delivered and completed', () => {
    const funded = poolNotices(noticedPool('in_production'), moved('in_production', 'collecting'));
    expect(funded.creator?.body).toBe('$50 was paid and is held for “Rain song”. Deliver by Dec 10, 2026.');
    expect(funded.owner?.(undefined).body).toContain('Payments are held until then.');
    for (const from of ['delivery_review', 'delivered'] as const) {
      const back = poolNotices(
        noticedPool('in_production'),
        moved('in_production', from, 'delivery_sent_back', 'Too short.'),
      );
      expect(back.creator?.body).toBe(
        'The delivery of “Rain song” was sent back. Reason: Too short. Deliver again by Dec 10, 2026. Payments stay held until then.',
      );
      // Fans know about a delivery only once it was approved.
      expect(back.fans?.(noticedPledge('paid')).body).toBe(
        from === 'delivered'
          ? 'An objection to the delivery of “Rain song” was upheld. Reason: Too short. Maya has to deliver again by Dec 10, 2026. Your payment stays held until then.'
          : undefined,
      );
    }
    const move = moved('delivered', 'delivery_review');
    const made = poolNotices(noticedPool('delivered'), move);
    expect(made.fans?.(noticedPledge('paid')).body).toBe(
      '“Rain song” is ready for you. If something is wrong with it, you can object until Dec 14, 2026. Your payment is held until then.',
    );
    expect(made.creator?.body).toContain('You’ll be paid after Dec 14, 2026, unless an objection is upheld.');
    // The job runs late, after the quiet period.
    expect(poolNotices(noticedPool('completed'), move).fans?.(noticedPledge('paid')).body).toBe(
      '“Rain song” is ready for you.',
    );
    const over = poolNotices(noticedPool('completed', { payoutCents: 45_75 }), moved('completed', 'delivered'));
    expect(over.creator?.body).toContain('You’ll receive $45.75, which is the payments less fees.');
    expect(poolNotices(noticedPool('completed'), moved('completed', 'delivered')).creator).toMatchObject({
      title: 'Your pool is completed',
      body: 'The quiet period for “Rain song” has ended. After fees, nothing was left to pay out.',
    });
  });

  it('sends no outdated notice once the pool has moved on', () => {
    const tellable: [PoolStatus, PoolStatus, PoolStatus[]][] = [
      ['open', 'in_review', ['open', 'goal_met', 'accepted']],
      ['open', 'goal_met', []],
      ['goal_met', 'open', ['goal_met']],
      [
        'accepted',
        'goal_met',
        ['accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered'],
      ],
      ['collecting', 'accepted', []],
      ['shortfall', 'collecting', ['shortfall']],
      ['in_production', 'collecting', ['in_production']],
      ['delivery_review', 'in_production', ['delivery_review']],
      ['delivered', 'delivery_review', ['delivered', 'completed']],
      ['completed', 'delivered', ['completed']],
    ];
    for (const [to, from, whileIn] of tellable) {
      const statuses = poolStatuses.filter(
        (status) => Object.keys(poolNotices(noticedPool(status), moved(to, from))).length > 0,
      );
      expect({ to, from, told: statuses }).toEqual({ to, from, told: whileIn });
    }
  });

  it('no notice contains the title, the creator or a person’s text of an adult pool', () => {
    for (const to of poolStatuses) {
      const pool = noticedPool(to, { adult: true, wasCharged: true });
      const notices = poolNotices(pool, moved(to, 'goal_met', 'remove', 'Velvet'));
      for (const status of pledgeStatuses) {
        const all = [
          notices.fans?.(noticedPledge(status)),
          notices.owner?.(noticedPledge(status)),
          notices.creator,
          notices.admins,
        ];
        expect(JSON.stringify(all)).not.toMatch(/rain|velvet|maya/i);
      }
    }
  });
});
