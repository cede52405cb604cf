import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import type { PledgeAnswer, PledgeRequest } from './pledge-request.ts';
import { findGround, findPledge, type PledgeRow, type PoolGround } from './pledges.sql.ts';
import { maySetUp, takesLatePledges } from './policy.ts';
import { showPledge } from './show-pledge.ts';
import { startSetup } from './start-setup.ts';

/** The same request key: the same pledge, as it is now. Other terms under a used key are a mistake of the client. */
export async function repeatPledge(
  context: MoneyContext,
  actor: Actor,
  request: PledgeRequest,
  repeated: { id: string; poolId: string; requestCents: number },
): Promise<PledgeAnswer> {
  if (repeated.poolId !== request.poolId || repeated.requestCents !== request.amountCents) {
    throw appError('request_key_reused');
  }
  const { sql } = context.db;
  const [pledge, pool] = await Promise.all([findPledge(sql, repeated.id), findGround(sql, repeated.poolId)]);
  const url = pledge && pool && maySetUp(pledge, pool) ? await samePage(context, pledge, pool) : undefined;
  const view = await showPledge(context, { ...request, userId: actor.userId }, repeated.id);
  return { pledge: view, ...(url ? { setup: { url } } : {}) };
}

function samePage(context: MoneyContext, pledge: PledgeRow, pool: PoolGround): Promise<string | undefined> {
  return takesLatePledges(pool) ? payLatePledge(context, pledge, pool) : startSetup(context, pledge, pool);
}
