import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { byUuid, poolStatus, poolStatuses } from '#contract/pools/pools.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { pageNumber } from '#contract/values/paging.ts';
import { paged } from './admin-list.ts';
import { waitingApproval } from './approval-summary.ts';
import { moneyMovement, movementKinds, movementStates } from './money.ts';
import { paidCharge } from './refunds.ts';

const search = z.string().trim().max(200).optional();

/** `open`: failed or unknown. */
export const movementStatuses = ['open', ...movementStates] as const;
/** `urgent`: failures that an admin must act on come first. It applies to open, failed and unknown movements; otherwise it means `newest`. */
export const movementSorts = ['urgent', 'newest', 'oldest', 'amount', '-amount'] as const;

export const listMovements = endpoint({
  method: 'GET',
  path: '/api/admin/money/movements',
  summary:
    'List charges, refunds, payouts and disputes; the search takes people, pools, ids and references of the processor',
  who: 'admin',
  scope: 'admin:read',
  query: z.object({
    search,
    status: z.enum([...movementStatuses, '']).optional(),
    kind: z.enum([...movementKinds, '']).optional(),
    sort: z.enum(movementSorts).default('newest'),
    page: pageNumber,
  }),
  output: paged(moneyMovement),
});

export const movementDetail = moneyMovement.extend({
  /** The charge that a refund or dispute is about; null for others. */
  chargeId: uuid.nullable(),
  /** Of a charge that was paid; null for others. */
  charge: paidCharge.nullable(),
  /** The failed attempt of a refund that an admin can retry; null for others. */
  retryAttempt: z.number().int().nullable(),
  /** The attempt of a refund that an admin can settle outside the card processor; null for others. */
  outsideAttempt: z.number().int().nullable(),
  /** The request to a second admin about a refund that failed or came back; null if none waits. */
  waiting: waitingApproval.nullable(),
  /** The viewer is the fan who paid, so another admin has to act. */
  isOwn: z.boolean(),
});
export type MovementDetail = z.infer<typeof movementDetail>;

export const getMovement = endpoint({
  method: 'GET',
  path: '/api/admin/money/movements/:id',
  summary: 'Get a charge, refund, payout or dispute; a paid charge with its refunds',
  who: 'admin',
  params: byUuid,
  output: movementDetail,
});

export const heldItem = z.object({
  /** The pool's id. */
  id: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  status: poolStatus,
  frozen: z.boolean(),
  heldCents: z.number().int(),
  /** Fans with a live or paid pledge. */
  fanCount: z.number().int(),
  /** The username of the assigned creator; null while there is none. */
  creator: z.string().nullable(),
  /** The pool's next deadline. */
  dueAt: z.iso.datetime().nullable(),
});
export type HeldItem = z.infer<typeof heldItem>;

export const heldSorts = ['-held', 'held', 'title', '-title', 'deadline', '-deadline'] as const;

export const listHeldPools = endpoint({
  method: 'GET',
  path: '/api/admin/money/held',
  summary: 'List the pools that hold money; the search takes titles, creators and ids',
  who: 'admin',
  scope: 'admin:read',
  query: z.object({
    search,
    status: z.enum([...poolStatuses, 'frozen', '']).optional(),
    sort: z.enum(heldSorts).default('-held'),
    page: pageNumber,
  }),
  output: paged(heldItem),
});

export const getHeldPool = endpoint({
  method: 'GET',
  path: '/api/admin/money/held/:id',
  summary: 'Get the money that a pool holds',
  who: 'admin',
  params: byUuid,
  output: heldItem,
});
