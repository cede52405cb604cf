import type { EventOf, EventType } from '../events.ts';
import type { PoolStatus } from '../pools/pools.ts';

/** The site of the examples. */
export const exampleSite = 'https://fanfare.example';

const poolId = '0198e4b2-5c1e-7d3a-9a55-2f6c1f0f7a10';
const fan = { username: 'maya', displayName: 'Maya Reyes', url: `${exampleSite}/user/maya` };
const creator = { username: 'juno', displayName: 'Juno Park', url: `${exampleSite}/user/juno` };

const poolAt = (status: PoolStatus, pledgedCents: number, paidCents = 0) => ({
  id: poolId,
  title: 'A full piano cover of the title song',
  url: `${exampleSite}/pool/${poolId}`,
  adult: false,
  status,
  goalCents: 500_00,
  pledgedCents,
  paidCents,
  fanCount: pledgedCents > 0 ? 12 : 0,
  deadline: '2026-12-24T12:00:00.000Z',
});
const pool = poolAt('open', 275_00);
const pledge = { id: '0198e4b7-90aa-7c1b-8d0e-6b1f4f2c9e21', amountCents: 25_00, fan };
const id = '7e0c0b52-2f0e-4b3e-9a64-0d7c6a0e8f11';

/** The data of an example of each type. */
const examples: { [Type in EventType]: EventOf<Type>['data'] } = {
  'pool.opened': { pool: poolAt('open', 0) },
  'pool.goal_met': { pool: poolAt('goal_met', 500_00) },
  'pool.goal_unmet': { pool: poolAt('open', 480_00) },
  'pool.accepted': { pool: poolAt('accepted', 500_00) },
  'pool.collecting': { pool: poolAt('collecting', 500_00) },
  'pool.in_production': { pool: poolAt('in_production', 500_00, 500_00) },
  'pool.delivered': { pool: poolAt('delivered', 500_00, 500_00) },
  'pool.completed': { pool: poolAt('completed', 500_00, 500_00) },
  'pool.ended': { pool: poolAt('expired', 275_00) },
  'pool.progress': { pool, percent: 50 },
  'pledge.placed': { pool, pledge },
  'pledge.changed': { pool, pledge: { ...pledge, amountCentsBefore: 10_00 } },
  // An anonymous pledge.
  'pledge.withdrawn': { pool, pledge: { id: null, amountCents: 25_00, fan: null } },
  'pledge.paid': { pool: poolAt('collecting', 500_00, 25_00), pledge },
  'pledge.refunded': { pool: poolAt('cancelled', 500_00), pledge },
  'update.posted': {
    pool,
    update: {
      id,
      url: `${exampleSite}/pool/${poolId}?tab=updates#update-${id}`,
      audience: 'everyone',
      text: 'The arrangement is done. I am recording it on Friday.',
      author: creator,
    },
  },
  'comment.made': {
    pool,
    comment: { id, url: `${exampleSite}/pool/${poolId}?tab=comments#comments`, text: 'I cannot wait!', author: fan },
  },
  'creator.followed': { creator: { username: 'juno', url: `${exampleSite}/creator/juno` }, follower: fan },
  'thanks.sent': { pool: poolAt('delivered', 500_00, 500_00), thanks: { id, text: 'It is beautiful.', fan } },
  'payout.paid': {
    pool: poolAt('completed', 500_00, 500_00),
    payout: { id, amountCents: 450_00, url: `${exampleSite}/dashboard?view=earnings` },
  },
  'payout.failed': {
    pool: poolAt('completed', 500_00, 500_00),
    payout: { id, amountCents: 450_00, url: `${exampleSite}/dashboard?view=earnings` },
  },
  'delivery.submitted': {
    pool: poolAt('delivery_review', 500_00, 500_00),
    delivery: { id, url: `${exampleSite}/admin/content-claims` },
  },
  'report.made': { pool, report: { id, kind: 'comment', url: `${exampleSite}/admin/reports` } },
  'application.made': { application: { id, url: `${exampleSite}/admin/verifications`, person: creator } },
  'dispute.opened': {
    pool: poolAt('delivered', 500_00, 500_00),
    dispute: { id, amountCents: 25_00, url: `${exampleSite}/admin/money/disputes` },
  },
  'user.registered': { user: fan },
};

export const exampleOf = (type: EventType): EventOf =>
  ({
    id: '0198e4b9-1f00-7a2b-8c44-5e9d3b7a6c02',
    type,
    timestamp: '2026-11-30T18:04:12.345Z',
    data: examples[type],
  }) as EventOf;
