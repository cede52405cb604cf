import type { OutputOf } from '#contract/endpoint.ts';
import type { pledgeToPool } from '#contract/pledges.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { NewPledge } from './pledges.sql.ts';

export interface PledgeRequest {
  poolId: string;
  amountCents: number;
  requestKey: string;
  anonymous?: boolean;
  useSavedCard?: boolean;
  ageVerified: boolean;
}

export type PledgeAnswer = OutputOf<typeof pledgeToPool>;

/** What the fan promises, as it is stored. */
export function termsOf(
  { userId }: Actor,
  { poolId, amountCents, requestKey, anonymous = false }: PledgeRequest,
): NewPledge {
  return { poolId, fanId: userId, amountCents, requestKey, anonymous };
}
