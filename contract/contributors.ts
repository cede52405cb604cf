import { z } from 'zod';
import { type Message, msg, t } from '#contract/language/text.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { pledgeStatus } from './pledges/pledge-view.ts';
import { byUuid, type PoolStatus } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

/** The labels of pledge statuses on the creator's screens. */
export const contributorStatusWords: Record<PledgeStatus, Message> = {
  setup_pending: msg`No card yet`,
  pledged: msg({ message: 'Pledged', context: 'status of a pledge' }),
  charging: msg`Being charged`,
  notified: msg`Payment due`,
  paid: msg({ message: 'Paid', context: 'status of a pledge' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'status of a pledge' }),
  released: msg`Not charged`,
  dropped: msg`Not paid`,
  refund_pending: msg`Being refunded`,
  refunded: msg({ message: 'Refunded', context: 'status of a pledge' }),
  disputed: msg({ message: 'Disputed', context: 'status of a pledge' }),
  dispute_lost: msg`Returned by the bank`,
};

/** A pledge as the pool's creator sees it. */
export const contributor = z.object({
  pledgeId: uuid,
  /** Null for an anonymous pledge, also to the creator. */
  fan: userSummary.omit({ id: true }).nullable(),
  amountCents: z.number().int(),
  status: pledgeStatus,
  pledgedAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type Contributor = z.infer<typeof contributor>;

export const listContributors = endpoint({
  method: 'GET',
  path: '/api/creator/pools/:id/contributors',
  summary: 'List the pledges to a pool that is assigned to me, newest first',
  who: 'creator',
  scope: 'contributors:read',
  params: byUuid,
  query: z.object({ page: pageNumber }),
  output: z.object({
    items: z.array(contributor),
    pagination,
    totals: z.object({
      /** Fans who would receive a message now. */
      liveCount: z.number().int(),
      pledgedCents: z.number().int(),
      paidCents: z.number().int(),
      dueCents: z.number().int(),
      refundedCents: z.number().int(),
      /** Frozen until banks decide. */
      disputedCents: z.number().int(),
    }),
  }),
});

export const sentMessage = z.object({
  id: uuid,
  text: z.string(),
  recipientCount: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type SentMessage = z.infer<typeof sentMessage>;

export const listSentMessages = endpoint({
  method: 'GET',
  path: '/api/creator/pools/:id/messages',
  summary: 'List my latest 50 messages to the fans of a pool',
  who: 'creator',
  params: byUuid,
  output: z.object({ messages: z.array(sentMessage) }),
});
export const messageContributors = endpoint({
  method: 'POST',
  path: '/api/creator/pools/:id/messages',
  summary: 'Message everyone who backs a pool that is assigned to me; repeating a requestKey sends nothing',
  who: 'creator',
  params: byUuid,
  body: z.object({
    text: z
      .string({ error: () => t`Message is required` })
      .overwrite(tidyText)
      .min(limits.creatorMessage.min, { error: () => t`Message is required` })
      .max(limits.creatorMessage.max, { error: () => t`Message must be 1,000 characters or less` }),
    requestKey: z.string().min(1).max(100),
  }),
  output: sentMessage,
  status: 201,
  errors: ['pool_frozen', 'pool_state', 'request_key_reused'],
});

export const creatorMessage = z.object({
  id: uuid,
  text: z.string(),
  createdAt: z.iso.datetime(),
  creator: userSummary,
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  /** An adult pool: title and text are left out before the age gate. */
  adult: z.boolean(),
});
export const getCreatorMessage = endpoint({
  method: 'GET',
  path: '/api/creator-messages/:id',
  summary: 'Get a creator’s message to the fans of a pool; for its recipients, its sender and admins',
  who: 'user',
  params: byUuid,
  output: creatorMessage,
});
/** The page of a creator's message, to which notices and emails link. */
export const creatorMessagePath = (id: string) => `/creator-messages/${id}`;

/** States in which the creator may open a pool to late fans: from acceptance on, unless it ended without a delivery. */
export const latePledgePoolStatuses: readonly PoolStatus[] = [
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivery_review',
  'delivered',
  'completed',
];

export const setLatePledges = endpoint({
  method: 'PATCH',
  path: '/api/creator/pools/:id/late-pledges',
  summary: 'Allow or refuse late pledges to a pool that is assigned to me',
  who: 'creator',
  params: byUuid,
  body: z.object({ allowed: z.boolean() }),
  output: z.object({ allowed: z.boolean() }),
  errors: ['pool_state', 'pool_frozen'],
});
