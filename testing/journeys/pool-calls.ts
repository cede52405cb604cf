import type { ErrorCode } from '#contract/app-error.ts';
import { objectToDelivery, submitContent } from '#contract/delivery.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import {
  acceptPool,
  cancelPool,
  declinePool,
  giveUpPool,
  type PoolStatus,
  proceedWithPool,
} from '#contract/pools/pools.ts';

export type Role =
  | 'visitor'
  | 'fan'
  | 'broke'
  | 'newcomer'
  | 'otherCreator'
  | 'owner'
  | 'creator'
  | 'admin'
  | 'suspended';

export const reason = 'There is no time this month.';

export interface PoolCall {
  endpoint: AnyEndpoint;
  body?: Record<string, unknown>;
  /** Roles that may call it; other roles get the code `refusal`. */
  actors: Role[];
  refusal: ErrorCode;
  states: PoolStatus[];
}
/** Calls on a pool, with the allowed roles and pool states. */
export const calls: Record<string, PoolCall> = {
  accept: {
    endpoint: acceptPool,
    body: { deliveryDays: 7, floorCents: 10_00 },
    actors: ['creator'],
    refusal: 'not_your_request',
    states: ['open', 'goal_met'],
  },
  decline: {
    endpoint: declinePool,
    body: { reason },
    actors: ['creator'],
    refusal: 'not_your_request',
    states: ['open', 'goal_met'],
  },
  proceed: { endpoint: proceedWithPool, actors: ['creator'], refusal: 'not_your_request', states: ['shortfall'] },
  giveUp: {
    endpoint: giveUpPool,
    actors: ['creator'],
    refusal: 'not_your_request',
    states: ['shortfall', 'in_production'],
  },
  deliver: {
    endpoint: submitContent,
    body: { note: '', text: 'La la la' },
    actors: ['creator'],
    refusal: 'not_your_request',
    states: ['in_production'],
  },
  cancel: {
    endpoint: cancelPool,
    body: { reason },
    actors: ['admin', 'owner'],
    refusal: 'own_pool_only',
    states: ['in_review', 'open', 'goal_met', 'accepted'],
  },
  object: {
    endpoint: objectToDelivery,
    body: { reason },
    actors: ['fan'],
    refusal: 'content_locked',
    states: ['delivered'],
  },
  pledge: {
    endpoint: pledgeToPool,
    body: { amountCents: 10_00, requestKey: 'a-key-of-its-own', useSavedCard: true },
    actors: ['newcomer', 'fan'],
    refusal: 'no_saved_card',
    states: ['open', 'goal_met', 'accepted'],
  },
};
