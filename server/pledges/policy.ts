import { type AppError, appError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { isHeldBack, maySeePool } from '#server/pools/policy.ts';
import { type PoolPhase, phaseOf } from './pledge.ts';
import type { PledgeRow, PoolGround } from './pledges.sql.ts';

/** The pool's phase at this moment: past its funding deadline it takes nothing, even before its clock has run. */
export function phaseNow(pool: Pick<PoolGround, 'status' | 'overdue'>): PoolPhase {
  return pool.overdue ? 'waiting' : phaseOf(pool.status);
}

/** A delivered pool whose creator lets late fans in: they are charged at once. */
export function takesLatePledges(pool: Pick<PoolGround, 'status' | 'allowLatePledges'>): boolean {
  return pool.allowLatePledges && (pool.status === 'delivered' || pool.status === 'completed');
}

/** A pledge without a card goes on to the hosted page while its pool would still take it. */
export function maySetUp(pledge: Pick<PledgeRow, 'status'>, pool: PoolGround): boolean {
  return pledge.status === 'setup_pending' && !pool.frozen && (phaseNow(pool) === 'taking' || takesLatePledges(pool));
}

/**
 * Why this fan cannot pledge this amount here now; undefined when they can. Anybody who may see the pool may pledge, while it takes
 * pledges, adult pools are funded here, and whoever pledges to one has passed the age gate.
 */
export function refusalOf(
  actor: Actor,
  pool: PoolGround,
  { amountCents, ageVerified }: { amountCents: number; ageVerified: boolean },
  config: Terms,
): AppError | undefined {
  if (!maySeePool(actor, pool)) return appError('not_found');
  if (pool.adult && !config.adultContent) return appError('pool_adult_unfundable');
  if (isHeldBack({ ageVerified }, pool)) return appError('age_gate');
  if (pool.frozen) return appError('pool_frozen');
  if (phaseNow(pool) !== 'taking' && !takesLatePledges(pool)) return appError('pool_closed');
  return tooLittle(amountCents, config);
}

type Terms = Pick<Config, 'adultContent' | 'minPledgeCents'>;

/** The operator's own minimum; the upper limit stands in the contract. */
export function assertEnough(amountCents: number, config: Terms): void {
  const refusal = tooLittle(amountCents, config);
  if (refusal) throw refusal;
}

function tooLittle(amountCents: number, { minPledgeCents }: Terms): AppError | undefined {
  if (amountCents >= minPledgeCents) return undefined;
  const message = `A pledge is at least ${formatMoney(minPledgeCents)}`;
  return appError('validation_failed', { message, fields: { amountCents: message } });
}

/**
 * Whether a charge may begin now, for this amount: while collecting for what is being charged or due, at once for a late fan.
 * Asked while pool and pledge are locked, before the attempt is stored.
 */
export function assertMayCharge(pool: PoolGround, pledge: PledgeRow, amountCents: number): void {
  const collecting = phaseOf(pool.status) === 'collecting';
  const isDue =
    (pledge.status === 'charging' && collecting) ||
    (pledge.status === 'notified' && collecting && pledge.due) ||
    (pledge.status === 'setup_pending' && takesLatePledges(pool));
  // First, so that what an ended pledge left behind is cancelled during a freeze, too.
  if (!isDue) throw appError('nothing_due');
  if (pool.frozen) throw appError('pool_frozen');
  if (pledge.amountCents !== amountCents) throw appError('conflict');
}
