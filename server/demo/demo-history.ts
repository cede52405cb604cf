import { hash } from '#contract/values/fan-art.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { DemoEnd, DemoPool } from './demo-content.ts';

/** When the events of a pool happened, in days before the demo starts. */
export interface PoolHistory {
  created: number;
  /** From then on, no fan pledges anymore. */
  pledgesEnd: number;
  /** The pool ends before its creator accepts it. */
  endedEarly: number;
  accepted: number;
  submitted: number;
  approved: number;
  completed: number;
  /** The payout arrives at the creator's bank. */
  paidOut: number;
  /** The creator gives the pool up after accepting it. */
  givenUp: number;
}

/** A pool of the demo that has been created. */
export interface StagedPool {
  demo: DemoPool;
  id: string;
  owner: Actor;
  history: PoolHistory;
}

/** The states on the way to the payout, in order. */
const steps: DemoEnd[] = ['accepted', 'payment_due', 'in_production', 'delivery_review', 'delivered', 'completed'];

export const reaches = (end: DemoEnd, step: DemoEnd): boolean =>
  steps.includes(end) && steps.indexOf(end) >= steps.indexOf(step);

const quietDays = 3;
const answerDays = 7;
const deliveryDays = 21;
const soonDays = 0.02;
/** Ends that a creator, the owner, an admin or the clock brought about while fans pledged, as a share of the pool's age. */
const earlyEnds: Partial<Record<DemoEnd, number>> = {
  declined: 0.6,
  cancelled: 0.5,
  removed: 0.8,
  expired: 0.3,
  lapsed: 0.3,
};

/** A stable number from 0 to 1 that depends on the text. */
export const share = (text: string): number => (hash(text) % 10_007) / 10_007;

/**
 * Derives the dates of a pool's history from its age. The dates agree with the product's windows: a delivered pool is within its quiet
 * period, a pool in production is before its delivery date, and fans whose cards failed have most of their time left.
 */
export function historyOf({ title, daysAgo, end }: DemoPool): PoolHistory {
  const vary = (least: number, most: number) => least + (most - least) * share(`${title} ${most}`);
  const created = daysAgo + vary(0.1, 0.5);
  const accepted = acceptedDaysAgo(created, end, vary);
  const submitted = submittedDaysAgo(accepted, end, vary);
  const approved = end === 'delivered' ? vary(0.8, 1.9) : submitted - vary(0.3, 1.2);
  return {
    created,
    pledgesEnd: pledgesEnd(created, accepted, end),
    endedEarly: created * (earlyEnds[end] ?? 0),
    accepted,
    submitted,
    approved,
    completed: approved - quietDays - 0.01,
    paidOut: approved - quietDays - vary(0.6, 1.4),
    givenUp: accepted * 0.6,
  };
}

type Vary = (least: number, most: number) => number;

function acceptedDaysAgo(created: number, end: DemoEnd, vary: Vary): number {
  if (end === 'payment_due' || end === 'shortfall') return 0;
  if (end === 'delivered') return Math.min(created * 0.6, deliveryDays);
  if (end === 'in_production') return Math.min(created * 0.55, deliveryDays - 6);
  return created * vary(0.6, 0.75);
}

function submittedDaysAgo(accepted: number, end: DemoEnd, vary: Vary): number {
  if (end === 'delivery_review') return vary(0.4, 0.9);
  if (end === 'delivered') return vary(2.2, 3.4);
  return accepted - vary(8, 15);
}

function pledgesEnd(created: number, accepted: number, end: DemoEnd): number {
  const early = earlyEnds[end];
  // The creator had this long to answer once the goal was met.
  if (early !== undefined) return created * early + (end === 'lapsed' ? answerDays : 0) + soonDays;
  if (end === 'goal_met') return 0.3;
  // Fans may pledge to an accepted pool until its goal is met or its deadline ends.
  const isCollected = end === 'refunded' || end === 'shortfall' || (end !== 'accepted' && reaches(end, 'payment_due'));
  return (isCollected ? accepted : 0) + soonDays;
}
