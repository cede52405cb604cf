import type { z } from 'zod';
import type { acceptPool as contract } from '#contract/pools/pools.ts';
import { assertWithinHoldingLimit } from '#server/money/holding-limit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { assertContentSeen } from '#server/pools/assert-content-seen.ts';
import { lockForActor } from '#server/pools/lock-for-actor.ts';
import { refusalOfAnswerer } from '#server/pools/policy.ts';
import { processorOf } from '#server/pools/processor-of.ts';
import { applyPoolEvent } from './apply-pool-event.ts';

type Answer = z.output<(typeof contract)['body']>;

/**
 * The assigned creator accepts a pool. The delivery days and the floor are frozen as the pool's terms. Once accepted, the same terms
 * with `atCurrentAmount` start collecting below the goal. Payouts need not be set up yet: the cards wait for that (decisions/0053). Throws
 * `held_too_long` for a delivery that is too late for the card processor, and `pool_state` if the request changed after the creator
 * opened it. Returns the pool's id.
 */
export async function acceptPool(context: MoneyContext, actor: Actor, key: string, answer: Answer): Promise<string> {
  const { processors } = context;
  return context.db.tx(async (tx) => {
    const { pool } = await lockForActor(tx, actor, key, refusalOfAnswerer);
    await assertContentSeen(tx, { poolId: pool.id, seen: answer.contentMark });
    assertWithinHoldingLimit(context.config, processorOf({ processors }, pool), answer.deliveryDays);
    const event = {
      type: 'accept',
      acceptedBy: actor.userId,
      deliveryDays: answer.deliveryDays,
      floorCents: answer.floorCents,
      atCurrentAmount: answer.atCurrentAmount ?? false,
      allowLatePledges: answer.allowLatePledges ?? false,
      feePercent: context.config.platformFeePercent,
    } as const;
    await applyPoolEvent(context, tx, pool.id, event, { actorId: actor.userId });
    return pool.id;
  });
}
