import { pledgeToPool } from '#contract/calls/pledges.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { livePledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { asAppError, call } from '#web/data/call.ts';
import { forgetRequestKey, type PledgeSlot, requestKeyFor } from './request-key.ts';

/**
 * Repeats the request of a pledge without a card, which returns the URL for saving a card. Returns no URL if the pledge counts already.
 * If the stored request key belongs to an earlier pledge, for example one that the fan withdrew in another tab, a new key takes its place.
 * `contentMark` is the mark of the content that the fan sees.
 */
export async function resumeSetup(
  slot: PledgeSlot,
  { amountCents, anonymous }: Pick<PledgeView, 'amountCents' | 'anonymous'>,
  contentMark: string,
): Promise<OutputOf<typeof pledgeToPool>> {
  const attempt = () => {
    const requestKey = requestKeyFor(slot, { amountCents, anonymous });
    const body = { amountCents, anonymous, requestKey, contentMark };
    return call(pledgeToPool, { params: { poolId: slot.poolId }, body });
  };
  const answer = await attempt().catch((error: unknown) => {
    if (asAppError(error).code !== 'request_key_reused') throw error;
  });
  const counts =
    answer && answer.pledge.status !== 'setup_pending' && livePledgeStatuses.includes(answer.pledge.status);
  if (answer?.setup || counts) return answer;
  forgetRequestKey(slot);
  return attempt();
}
