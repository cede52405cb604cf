import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/values/field-schemas.ts';

const cents = z.number().int();
const isoDate = z.iso.datetime();

/** The current balances, in cents. */
export const moneyPosition = z.object({
  held: cents,
  payable: cents,
  inTransit: cents,
  disputed: cents,
  /** Owed by creators, because released money went back to fans. */
  creatorDebt: cents,
  fees: cents,
  /** Processor costs that no release has deducted from a creator's share yet, including those of refunded payments. */
  openCardCosts: cents,
  /** Our balance at the card processor, by the ledger. */
  clearing: cents,
  /** The part of our balance that the card processor keeps as a reserve. Missing without one. */
  reserved: cents.optional(),
});

const poolLink = { poolId: uuid.nullable(), poolTitle: z.string().nullable() };

export const movementKinds = ['charge', 'refund', 'payout', 'dispute'] as const;
/**
 * `failed`: someone must act; for a charge, the fan must pay. `unknown`: no final answer from the processor or the bank yet. `settled`:
 * over, which includes declined charges whose pledge was paid or ended since.
 */
export const movementStates = ['failed', 'unknown', 'settled'] as const;

/** One movement of money, or one attempt at it. */
export const moneyMovement = z.object({
  id: uuid,
  kind: z.enum(movementKinds),
  state: z.enum(movementStates),
  /** The outcome of this movement; `pending` until it is known. `outside`: an admin paid the refund outside the card processor. */
  result: z.enum(['pending', 'done', 'outside', 'declined', 'failed', 'returned', 'won', 'lost']),
  ...poolLink,
  /** The fan or creator; null if they deleted their account. */
  username: z.string().nullable(),
  amountCents: cents,
  reason: z.string().nullable(),
  /** The next step and who takes it; null if the movement is settled. */
  nextStep: z.string().nullable(),
  /** The processor's name of it; null until the processor knows it. */
  processorRef: z.string().nullable(),
  createdAt: isoDate,
  settledAt: isoDate.nullable(),
});
export type MoneyMovement = z.infer<typeof moneyMovement>;

export const heldPool = z.object({ poolId: uuid, poolTitle: z.string(), status: z.string(), heldCents: cents });

/** The movements of one month (UTC), in cents. */
export const moneyMonth = z.object({
  /** "2026-11". */
  month: z.string(),
  charged: cents,
  refunded: cents,
  /** Released from pools, before fees and card costs. */
  released: cents,
  fees: cents,
  cardCosts: cents,
  paidOut: cents,
});
export type MoneyMonth = z.infer<typeof moneyMonth>;

/** The movements of one day (UTC), in cents. */
export const moneyDay = z.object({
  /** "2026-11-22". */
  day: z.string(),
  pledged: cents,
  paid: cents,
  released: cents,
  refunded: cents,
});
export type MoneyDay = z.infer<typeof moneyDay>;

/** Something that the operator must solve at the card processor. It ends on its own once the processor no longer refuses. */
export const processorProblem = z.object({
  id: uuid,
  processor: z.string(),
  /** One sentence that names the refused action. */
  title: z.string(),
  /** The processor's code and text. */
  code: z.string(),
  text: z.string(),
  /** The next step; null if we know no more than the processor's text. */
  advice: z.string().nullable(),
  firstSeenAt: isoDate,
  lastSeenAt: isoDate,
});
export type ProcessorProblem = z.infer<typeof processorProblem>;

export const adminMoney = z.object({
  processor: z.object({ name: z.string(), testMode: z.boolean() }),
  position: moneyPosition,
  /** The pools that hold the most. */
  held: z.array(heldPool),
  heldPoolCount: z.number().int(),
  /** The most urgent unsettled or failed movements; `troubleCount` counts all, up to 2,000. */
  troubles: z.array(moneyMovement),
  troubleCount: z.number().int(),
  /** Failed and held payouts, failed refunds, disputes that need an answer, `problems` and `waitingPools`: an admin must act. */
  urgentCount: z.number().int(),
  /** Refusals that the operator must solve at the card processor, the oldest first. */
  problems: z.array(processorProblem),
  /**
   * Pools that have waited for an admin for half of the longest time: frozen ones, deliveries without a review, completions that are held
   * back.
   */
  waitingPools: z.number().int(),
  /** The newest disputes that are not decided. */
  disputes: z.array(moneyMovement),
  disputeCount: z.number().int(),
  /** Early fraud warnings whose payment a refund can still keep from a dispute. */
  warningCount: z.number().int(),
  /** Inquiries of banks that need an answer, and disputes in another currency that are not settled. */
  unbookedCount: z.number().int(),
  /** The newest first. */
  months: z.array(moneyMonth),
});
export type AdminMoney = z.infer<typeof adminMoney>;

export const getAdminMoney = endpoint({
  method: 'GET',
  path: '/api/admin/money',
  summary: 'Get the balances by place, unsettled and failed movements, and the totals by month',
  who: 'admin',
  scope: 'admin:read',
  output: adminMoney,
});

export const getMoneyDays = endpoint({
  method: 'GET',
  path: '/api/admin/money/days',
  summary: 'Get the cents pledged, paid, released and refunded per day, for the last 90 days',
  who: 'admin',
  scope: 'admin:read',
  output: z.object({ days: z.array(moneyDay) }),
});

export const reconcileNow = endpoint({
  method: 'POST',
  path: '/api/admin/money/reconcile',
  summary: 'Reconcile: ask the card processor about all unsettled movements, and compare its balance with the ledger',
  who: 'admin',
  output: z.object({
    asked: z.number().int(),
    failed: z.number().int(),
    /** References whose sums the processor and the ledger disagree about. */
    differences: z.array(z.string()),
  }),
});

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/money/check',
  summary: 'Run every invariant of money and data, as `cli check` does',
  who: 'admin',
  output: z.object({
    invariants: z.array(
      z.object({
        name: z.string(),
        /** The violating rows as JSON, at most twenty; empty if the invariant holds. */
        violations: z.array(z.string()),
      }),
    ),
  }),
});

/** The months as CSV. */
export const moneyMonthsCsvPath = '/api/admin/money/months.csv';
/** The whole ledger as text that `verify-ledger` verifies. */
export const ledgerExportPath = '/api/admin/money/ledger.txt';
