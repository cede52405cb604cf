import type { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { PledgePermissions } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { refusalOfPledge } from '#server/pools/policy.ts';
import type { PoolTotals } from '#server/pools/pool.ts';
import { decidePledge, type PoolPhase, phaseOf } from './pledge-lifecycle.ts';
import type { PledgeRow } from './pledges.sql.ts';
import type { PledgeTarget, PoolFunding } from './pool-funding.sql.ts';

type PledgeInput = { amountCents: number; seesAdult: boolean; useSavedCard?: boolean };
type Terms = Pick<Config, 'minPledgeCents'>;

/** Why this fan cannot pledge this amount now; undefined when they can. */
export function refusalOf(
  actor: Actor,
  pool: PledgeTarget | undefined,
  { amountCents, seesAdult, useSavedCard = false }: PledgeInput,
  config: Terms & { fundsAdult: boolean },
): AppError | undefined {
  if (!pool) return appError('not_found');
  const refusal = refusalOfPledge({ actor, seesAdult }, pool, config);
  if (refusal) return appError(refusal);
  const fault = tooLittle(amountCents, config);
  if (fault) return fault;
  return useSavedCard && !pool.cardId ? appError('no_saved_card') : undefined;
}

/** The pool's current phase. After the funding deadline it takes no pledges, even before the deadline job has run. */
export function phaseNow(pool: Pick<PoolFunding, 'status' | 'overdue'>): PoolPhase {
  return pool.overdue ? 'waiting' : phaseOf(pool.status);
}

type PledgedPool = Pick<PoolFunding, 'status' | 'overdue' | 'frozen' | 'creatorSuspended' | 'takesLatePledges'>;

/** Whether a pledge without a card may continue to the hosted page: its pool must still take pledges. */
export function maySetUp(pledge: Pick<PledgeRow, 'status'>, pool: PledgedPool): boolean {
  if (pledge.status !== 'setup_pending' || pool.frozen || pool.creatorSuspended) return false;
  return phaseNow(pool) === 'taking' || pool.takesLatePledges;
}

/** Whether the fan can pay the pledge now: it is due, or it is a late pledge that is not paid yet. */
export function mayPay(pledge: Pick<PledgeRow, 'status' | 'due'>, pool: PledgedPool): boolean {
  if (pool.takesLatePledges && maySetUp(pledge, pool)) return true;
  return !('refuse' in decidePledge(pledge.status, { type: 'pay', due: pledge.due, frozen: pool.frozen }));
}

export const mayReplaceCard = ({ status }: Pick<PledgeRow, 'status'>): boolean => status === 'pledged';

/** The actions that the fan may take on the pledge now. Suspended people may only read and export. */
export function permissionsOf(
  pledge: Pick<PledgeRow, 'status' | 'due' | 'fanSuspended'>,
  pool: PledgedPool,
): PledgePermissions {
  if (pledge.fanSuspended) return { change: false, withdraw: false, setUp: false, pay: false, replaceCard: false };
  const { status } = pledge;
  const now = { phase: phaseNow(pool), frozen: pool.frozen };
  return {
    change: !('refuse' in decidePledge(status, { type: 'change', ...now })),
    // To withdraw it once more is no error, because a fan may press twice.
    withdraw: status !== 'withdrawn' && !('refuse' in decidePledge(status, { type: 'withdraw', ...now })),
    setUp: maySetUp(pledge, pool),
    pay: mayPay(pledge, pool),
    replaceCard: mayReplaceCard(pledge),
  };
}

/** Whether these totals may move the pool to another status; the pool's lifecycle decides. */
export function mayMovePool({ status, pledgedCents, goalCents, accountDueAt }: Omit<PoolTotals, 'frozen'>): boolean {
  if (status === 'goal_met') return pledgedCents < goalCents;
  if (status === 'accepted' && accountDueAt) return true;
  return (status === 'open' || status === 'accepted') && pledgedCents >= goalCents;
}

/** Enforces the operator's minimum. The contract enforces the maximum. Throws `validation_failed`. */
export function assertEnough(amountCents: number, config: Terms): void {
  const refusal = tooLittle(amountCents, config);
  if (refusal) throw refusal;
}

function tooLittle(amountCents: number, { minPledgeCents }: Terms): AppError | undefined {
  if (amountCents >= minPledgeCents) return undefined;
  const message = () => t`The minimum pledge is ${{ amount: formatMoney(minPledgeCents) }}`;
  return appError('validation_failed', { message, fields: { amountCents: message } });
}

/**
 * Asserts that a charge of this amount may begin: the pool collects and the pledge is charging or due, or it is a late pledge, and its
 * fan is not suspended. The money
 * module calls this with pool and pledge locked, before it stores the attempt. Throws `nothing_due`, `pool_frozen`, `conflict`.
 */
export function assertMayCharge(
  pool: Pick<PoolFunding, 'status' | 'frozen' | 'takesLatePledges'>,
  pledge: Pick<PledgeRow, 'status' | 'due' | 'amountCents' | 'fanSuspended'>,
  amountCents: number,
): void {
  const collecting = phaseOf(pool.status) === 'collecting';
  const isDue =
    (pledge.status === 'charging' && collecting) ||
    (pledge.status === 'notified' && collecting && pledge.due) ||
    (pledge.status === 'setup_pending' && pool.takesLatePledges);
  // This check comes before the freeze, so that attempts of an ended pledge are closed during a freeze, too.
  if (!isDue || pledge.fanSuspended) throw appError('nothing_due');
  if (pool.frozen) throw appError('pool_frozen');
  if (pledge.amountCents !== amountCents) throw appError('conflict');
}

/**
 * Limits how often one fan pledges to one pool or changes the pledge, because each time may cross the goal. A fan can always withdraw.
 * Throws `rate_limited`.
 */
export async function limitPledgeChanges(
  { limits }: Platform,
  { fanId, poolId }: { fanId: string; poolId: string },
): Promise<void> {
  await limits.limiter('pledge changes', { points: 30, perMs: 60 * 60_000 }).consume(`${fanId}:${poolId}`);
}
