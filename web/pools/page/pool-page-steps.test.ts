import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { poolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { changesMore, mayBeMine } from './pool-page-data.ts';
import { PoolHistory } from './pool-page-history.tsx';
import { hasEnded } from './pool-page-status.ts';
import { storyOf } from './pool-page-steps.tsx';
import { PoolTermsCard } from './pool-page-terms.tsx';

const person = { id: '1', username: 'marak', displayName: null, avatarUrl: null };
const at = '2026-11-20T12:00:00.000Z';

function poolIn(status: Pool['status'], more: Partial<Pool> = {}): Pool {
  return {
    id: '1',
    title: 'A live set',
    titleWithHash: 'a-song-1a2b3c4d5e6f',
    language: null,
    slug: 'a-live-set',
    description: 'Two guitars, one room.',
    status,
    frozen: false,
    adult: false,
    adultGate: null,
    fundingGoal: 100_00,
    currentAmount: 0,
    pledgedAmount: 86_00,
    pledgedPercentage: 86,
    paidPercentage: 0,
    fanCount: 3,
    likeCount: 0,
    commentCount: 0,
    isHighlighted: false,
    imageUrl: null,
    images: [],
    categories: [],
    createdAt: at,
    deadline: at,
    canonicalPath: '/tip-pool/odd_harbour/a-live-set',
    creator: person,
    targetCreator: null,
    creatorProfile: null,
    creatorProfileId: null,
    assignedCreator: { ...person, displayName: 'pixelpaw' },
    isOwner: false,
    isAssignedCreator: false,
    isLiked: false,
    isSaved: false,
    getsNews: false,
    updateCount: 0,
    myPledge: null,
    hasAccess: false,
    can: {
      pledge: true,
      pledgeLate: false,
      edit: false,
      cancel: false,
      claim: false,
      postUpdates: false,
      report: true,
    },
    pledgeRefusal: null,
    fundable: true,
    creatorSuspended: false,
    allowsLatePledges: false,
    contentMark: '',
    endReason: null,
    endedAt: at,
    terms: null,
    clocks: {
      responseDueAt: null,
      accountDueAt: null,
      startDueAt: null,
      paymentDueAt: null,
      shortfallDueAt: null,
      deliveryDueAt: null,
      quietUntil: null,
    },
    claim: null,
    atEnd: null,
    recentFans: [],
    events: [],
    ...more,
  };
}

const textOf = (pool: Pool) => {
  const { next, money, steps } = storyOf(poolFactsOf(pool, undefined));
  const parts = [next, money, ...steps.flatMap(({ title, detail }) => [title, detail])];
  const markup = renderToStaticMarkup(
    createElement(Fragment, null, ...parts.map((part) => createElement('p', null, part))),
  );
  return markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
};

it.each(poolStatuses)('names the steps of a pool that is %s', (status) => {
  const { steps } = storyOf(poolFactsOf(poolIn(status), undefined));
  expect(steps.every(({ title }) => title !== '')).toBe(true);
  expect(new Set(steps.map(({ title }) => title)).size).toBe(steps.length);
  expect(steps.filter(({ state }) => state === 'now').length).toBeLessThanOrEqual(1);
  expect(textOf(poolIn(status))).not.toMatch(/undefined|null|NaN|\[object/);
});

it('says to both sides that an accepted pool waits for the payout account, and that it ended for want of it', () => {
  const clocks = { ...poolIn('accepted').clocks, accountDueAt: at };
  const waiting = poolIn('accepted', { clocks, pledgedAmount: 100_00, terms });
  expect(textOf(waiting)).toMatch(/Cards are charged once .* can be paid.*no card is charged/);
  expect(textOf({ ...waiting, isAssignedCreator: true })).toMatch(/Set up your payouts.*you owe nothing/);
  const { steps } = storyOf(poolFactsOf(waiting, undefined));
  expect(steps.map(({ title, state }) => [title, state])).toEqual([
    ['Requested', 'done'],
    ['Filling up', 'done'],
    ['Creator’s answer', 'done'],
    ['Payout account', 'now'],
    ['Delivered', 'next'],
  ]);
  const events = [{ from: 'accepted', to: 'lapsed', at, reason: null }] as const;
  const lapsed = poolIn('lapsed', { events: [...events], terms });
  expect(textOf(lapsed)).toMatch(/could not be paid in time/);
  expect(textOf(lapsed)).not.toMatch(/answer in time/);
  expect(timelineOf(lapsed)).toContain('couldn’t be paid in time');
});

/** The page's other texts about the creator. */
const timelineOf = (pool: Pool) => renderToStaticMarkup(createElement(PoolHistory, { pool }));
const termsOf = (pool: Pool) => renderToStaticMarkup(createElement(PoolTermsCard, { pool }));
const terms: Pool['terms'] = {
  poolId: '1',
  goalCents: 100_00,
  floorCents: 50_00,
  atCurrentAmount: false,
  pledgedCents: 100_00,
  deliveryDays: 7,
  feePercent: 5,
  acceptedAt: at,
  acceptedBy: '1',
  hash: 'abc',
};
const systemReasons: Partial<Record<PoolStatus, string>> = {
  declined: 'The creator declined.',
  lapsed: 'The creator did not answer in time. No card was charged.',
  refunded: 'The creator gave up. Everyone who paid is refunded.',
};

it('says that a copyright notice ended a pool, and mentions no objection', () => {
  const reason = 'The delivery was taken down after a copyright notice. Everyone who paid is refunded.';
  const events = [{ from: 'delivered', to: 'refunded', at, reason } as const];
  const textFor = (isAssignedCreator: boolean) =>
    textOf(poolIn('refunded', { endReason: reason, events: [...events], isAssignedCreator }));
  expect(textFor(false)).toContain(reason);
  expect(textFor(true)).toContain('Your delivery was taken down after a copyright notice.');
  expect(textFor(false) + textFor(true)).not.toMatch(/objection|The reason given/);
});

it.each([
  ['refunded', 'delivered', 'The payout was held for too long.'],
  ['refunded', 'delivery_review', 'The delivery was not reviewed in time.'],
  ['refunded', 'collecting', 'The pool was frozen for too long.'],
  ['cancelled', 'open', 'The pool was frozen for too long.'],
] as const)('says why a pool ended that waited too long for an admin: %s from %s', (to, from, why) => {
  const endReason = `${why} ${to === 'refunded' ? 'Everyone who paid is refunded.' : 'No card was charged.'}`;
  const events: Pool['events'] = [{ from, to, at, reason: endReason }];
  for (const isAssignedCreator of [true, false]) {
    const text = textOf(poolIn(to, { endReason, events, isAssignedCreator }));
    expect(text).toContain(why);
    expect(text).not.toMatch(/objection|did not deliver|chose not|The reason given/i);
  }
});

it('does not say that no objection was upheld if one led to another delivery', () => {
  const completed = (from: PoolStatus, isAssignedCreator: boolean) => {
    const events: Pool['events'] = [
      { from, to: 'in_production', at, reason: null },
      { from: 'delivered', to: 'completed', at, reason: null },
    ];
    return textOf(poolIn('completed', { isAssignedCreator, events }));
  };
  for (const mine of [true, false]) {
    expect(completed('delivery_review', mine)).toContain('delivered, and no objection was upheld.');
    expect(completed('delivered', mine)).toMatch(/delivered\. /);
    expect(completed('delivered', mine)).not.toContain('no objection');
  }
});

it.each<[was: string, before: PoolStatus[], pledgedAtEnd: number, isMet: boolean]>([
  ['accepted after its goal was met', ['goal_met'], 60_00, true],
  ['accepted below its goal, which was met later', ['open'], 100_00, true],
  ['accepted or started below its goal', ['open'], 30_00, false],
  ['accepted below the goal that it had met before', ['goal_met', 'open'], 30_00, false],
])('says of an undelivered pool that its goal was pledged only if it was: %s', (_was, before, pledgedAmount, isMet) => {
  for (const last of ['in_production', 'shortfall'] as const) {
    const moves: PoolStatus[] = [...before, 'accepted', 'collecting', last, 'refunded'];
    const events = moves.slice(1).map((to, index) => ({ from: moves[index] ?? null, to, at, reason: null }));
    const story = storyOf(
      poolFactsOf(poolIn('refunded', { terms, events, atEnd: { pledgedAmount, fanCount: 3 } }), undefined),
    );
    expect(story.steps.some(({ detail }) => detail === '$100 was pledged')).toBe(isMet);
    expect(new Set(story.steps.map(({ title }) => title)).size).toBe(story.steps.length);
  }
});

it.each(poolStatuses.flatMap((to) => poolStatuses.map((from) => [from, to] as const)))(
  'addresses the assigned creator as you: from %s to %s',
  (from, to) => {
    const objected = to === 'refunded' && from === 'delivered';
    const reason = objected ? 'An objection to the delivery was upheld.' : (systemReasons[to] ?? null);
    const pool = poolIn(to, { isAssignedCreator: true, endReason: reason, terms, events: [{ from, to, at, reason }] });
    const page = `${textOf(pool)} ${timelineOf(pool)} ${termsOf(pool)}`.replace(/<[^>]+>/g, ' ');
    expect(page).not.toMatch(/pixelpaw|creator|Their answer|they (?:decide|said|have)/i);
    expect(page).not.toMatch(/undefined|null|NaN/);
    const others = poolIn(to, { endReason: reason, terms, events: [{ from, to, at, reason }] });
    expect(textOf(others)).not.toMatch(/\byou (?:said|decide|gave up|declined|deliver)|your answer/i);
  },
);

it('keeps the spelling of a name at the start of a sentence', () => {
  expect(textOf(poolIn('goal_met'))).toContain('pixelpaw has until');
  expect(textOf(poolIn('goal_met', { assignedCreator: null }))).toContain('No creator has taken it on yet');
});

it('quotes a reason given by a person, but not the standard reason', () => {
  const ended = (reason: string) =>
    textOf(poolIn('declined', { events: [{ from: 'open', to: 'declined', at, reason }] }));
  expect(ended('On tour until spring')).toContain('On tour until spring');
  expect(ended('The creator declined.')).not.toContain('reason given');
});

it.each<[PledgeStatus, paidCents: number, pledgedCents: number, isMine: boolean]>([
  ['notified', 19_99, 86_00, false],
  ['notified', 20_00, 86_00, true],
  ['notified', 0, 66_00, true],
  ['charging', 1_00, 86_00, true],
  ['paid', 20_00, 86_00, false],
])(
  'tells whether new totals may come from a pledge of 20 dollars that is %s',
  (status, currentAmount, pledgedAmount, isMine) => {
    const myPledge = { status, amountCents: 20_00 } as PledgeView;
    expect(mayBeMine(poolIn('collecting', { myPledge }), { currentAmount, pledgedAmount })).toBe(isMine);
  },
);

it.each(poolStatuses)('promises nothing that a frozen pool, %s, cannot do', (status) => {
  if (hasEnded(status)) return;
  for (const isAssignedCreator of [false, true]) {
    const text = textOf(poolIn(status, { frozen: true, isAssignedCreator, currentAmount: 40_00 }));
    expect(text).toContain('An admin is reviewing this pool.');
    // The steps of a delivered pool are all done.
    if (status !== 'delivered') expect(text).toContain('paused while the pool is frozen');
    expect(text).not.toMatch(/ left|You can still pledge|has until/);
  }
});

it('reads the pool again when a live event begins or ends a freeze', () => {
  const pool = poolIn('open');
  const { status, pledgedAmount, currentAmount, pledgedPercentage, paidPercentage, fanCount } = pool;
  const same = { status, pledgedAmount, currentAmount, pledgedPercentage, paidPercentage, fanCount };
  expect(changesMore(pool, same)).toBe(false);
  expect(changesMore(pool, { ...same, frozen: !pool.frozen })).toBe(true);
  expect(changesMore(pool, { ...same, status: 'goal_met' })).toBe(true);
});
