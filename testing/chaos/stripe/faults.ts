import type { Random } from '#testing/seeded-random.ts';
import {
  type FaultKind,
  type FaultPlan,
  type FaultRule,
  faultKinds,
  type WebhookPlan,
} from '#testing/stripe-stand-in/faults.ts';

/** The faults of the runs: each kind of the stand-in on some calls, all kinds at random, webhooks, and the death of either side. */
export const chaosFaults = [
  ...faultKinds,
  'storm',
  'webhooks_lost',
  'webhooks_late',
  'webhooks_doubled',
  'webhooks_mixed',
  'stripe_killed',
  'server_dies',
] as const;
export type ChaosFault = (typeof chaosFaults)[number];

/** Calls that a scenario makes, by the path of the request. */
export const calls = {
  customer: '^/v1/customers$',
  page: '^/v1/checkout/sessions$',
  closePage: '/expire$',
  createCharge: '^/v1/payment_intents$',
  confirmCharge: '/confirm$',
  cancelCharge: '/cancel$',
  refund: '^/v1/refunds$',
  transfer: '^/v1/transfers$',
  reversal: '/reversals$',
  account: '^/v2/core/accounts',
  dispute: '^/v1/disputes/',
} as const;
export type TargetCall = keyof typeof calls;

export interface RunPlan {
  fault: ChaosFault;
  /** One line for reports. */
  text: string;
  faults: Partial<FaultPlan>;
  webhooks: WebhookPlan | null;
  /** The stand-in is killed when the rule hits, and started again. */
  kills: boolean;
  /** The server dies at a call that changes something. */
  crash: { skip: number; when: 'before' | 'after' } | null;
}

/** Chooses the calls that a fault hits: mostly those of the scenario that change something, otherwise any call. */
export function planRun(fault: ChaosFault, targets: readonly TargetCall[], seed: number, random: Random): RunPlan {
  const plan: RunPlan = {
    fault,
    text: fault,
    faults: {},
    webhooks: webhooksOf(fault, seed),
    kills: false,
    crash: null,
  };
  if (plan.webhooks) return plan;
  // A webhook would tell what a lost answer did. Without it, the server has to ask before it repeats a call.
  if (random() < 0.5) plan.webhooks = { seed, lost: 1 };
  const silence = plan.webhooks ? ', without webhooks' : '';
  if (fault === 'storm') {
    const kinds = [...faultKinds];
    const faults = { random: { seed, share: 0.15, kinds, methods: ['GET', 'POST'] } };
    return { ...plan, text: `${fault}${silence}`, faults };
  }
  if (fault === 'server_dies') {
    const crash = { skip: random.between(0, 6), when: random.pick(['before', 'after'] as const) };
    return { ...plan, text: `${fault} ${crash.when} a call, after ${crash.skip} others${silence}`, crash };
  }
  const isKill = fault === 'stripe_killed';
  const rule = ruleOf(targets, random);
  const kind = isKill ? random.pick(['hang_before', 'hang_after'] as const) : (fault as FaultKind);
  const times = isKill ? 1 : (rule.times ?? 1);
  const where = `${rule.method ?? 'any call'} ${rule.path ?? ''}`;
  const text = `${fault}${isKill ? ` at ${kind}` : ''}: ${where}, ${times} times after ${rule.skip}${silence}`;
  return { ...plan, text, kills: isKill, faults: { rules: [{ ...rule, kind, times }] } };
}

function ruleOf(targets: readonly TargetCall[], random: Random): Omit<FaultRule, 'kind'> {
  const times = random.between(1, 3);
  if (targets.length === 0 || random() < 0.25) return { skip: random.between(0, 15), times };
  return { method: 'POST', path: calls[random.pick(targets)], skip: random() < 0.75 ? 0 : 1, times };
}

function webhooksOf(fault: ChaosFault, seed: number): WebhookPlan | null {
  switch (fault) {
    case 'webhooks_lost':
      return { seed, lost: 1 };
    case 'webhooks_late':
      return { seed, late: 1, maxDelayMs: 500 };
    case 'webhooks_doubled':
      return { seed, doubled: 1 };
    case 'webhooks_mixed':
      return { seed, lost: 0.3, doubled: 0.5, late: 0.7, maxDelayMs: 300 };
    default:
      return null;
  }
}
