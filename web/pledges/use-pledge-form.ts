import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getPledge, listMyPledges, listSavedCards, pledgeToPool } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { paths } from '#contract/paths.ts';
import { livePledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { SavedCard } from '#contract/pledges/pledges.ts';
import { pledgeRefusals } from '#contract/pools/pledge-refusals.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { navigate } from '#web/ui/navigation.ts';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import { amountChoices } from './pledge-facts.ts';
import { type PledgeFormView, pledgeFormView } from './pledge-form-view.ts';
import type { PledgeIntent } from './pledge-intent.ts';
import { forgetRequestKey, type PledgeSlot, requestKeyFor } from './request-key.ts';

export interface PledgeFormState extends PledgeFormView {
  cents: number | null;
  setCents: (cents: number | null) => void;
  anonymous: boolean;
  setAnonymous: (anonymous: boolean) => void;
  setUseSavedCard: (use: boolean) => void;
  choices: readonly [number, number, number];
  busy: boolean;
  submit: () => void;
  /** Shows the error about the amount. */
  showFault: () => void;
}

interface Pledge {
  amountCents: number;
  useSavedCard: boolean;
  contentMark: string;
}

async function send(slot: PledgeSlot, { amountCents, useSavedCard, contentMark }: Pledge, anonymous: boolean) {
  const attempt = () =>
    call(pledgeToPool, {
      params: { poolId: slot.poolId },
      body: {
        ...{ amountCents, anonymous, useSavedCard, contentMark },
        requestKey: requestKeyFor(slot, { amountCents, anonymous }),
      },
    });
  const answer = await attempt();
  if (livePledgeStatuses.includes(answer.pledge.status)) return answer;
  // The key belongs to a pledge that ended elsewhere, for example in another tab. This is a new pledge.
  forgetRequestKey(slot);
  return attempt();
}

/** After these, the pool differs from the one on the page. */
const poolChanges: readonly string[] = [...pledgeRefusals, 'pool_state'];

/** Updates the page after an error, besides showing its message. */
function useRecovery(slot: PledgeSlot, here: string, dropSavedCard: () => void) {
  const refresh = useRefresh();
  return (error: unknown) => {
    const { code } = asAppError(error);
    if (code === 'not_signed_in') goToSignIn(here);
    if (code === 'request_key_reused') forgetRequestKey(slot);
    if (code === 'no_saved_card') {
      dropSavedCard();
      void refresh(listSavedCards);
    }
    if (poolChanges.includes(code)) void refresh(resolvePool, getPool);
  };
}

/** The state and actions of the pledge form. Retries of one pledge share one request key. */
export function usePledgeForm(
  pool: Pool,
  minCents: number,
  cards: readonly SavedCard[],
  intent: PledgeIntent | null,
): PledgeFormState {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const choices = amountChoices(minCents);
  const [cents, setCents] = useState<number | null>(intent?.amountCents ?? choices[1]);
  const [anonymous, setAnonymous] = useState(intent?.anonymous ?? false);
  const [wantsSavedCard, setUseSavedCard] = useState(true);
  const [tried, setTried] = useState(false);
  const { id: poolId, canonicalPath, contentMark } = pool;
  const userId = useUser()?.id;
  const slot = { poolId, userId };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (pledge: Pledge) => send(slot, pledge, anonymous),
    onSuccess: async ({ pledge, setup }) => {
      queries.setQueryData([getPledge.path, { params: { id: pledge.id } }], pledge);
      if (setup) return location.assign(setup.url);
      forgetRequestKey(slot);
      // The next page shows the pool with this pledge.
      await refresh(resolvePool, getPool, listMyPledges);
      // Back must not lead to the address that starts the same pledge again.
      navigate(`${paths.paymentSuccess}?pledge=${pledge.id}`, { replace: intent !== null });
    },
    onError: (failure) => recover(failure),
  });
  const input = { cents, anonymous, wantsSavedCard, tried, refusal: error ? asAppError(error) : undefined };
  const view = pledgeFormView(input, { minCents, canonicalPath, cards });
  const recover = useRecovery(slot, view.intentPath ?? canonicalPath, () => setUseSavedCard(false));

  // The restored page still has its button busy.
  usePageReturn(() => {
    reset();
    void refresh(resolvePool, getPool);
  });

  const mine = pool.myPledge?.status;
  useEffect(() => {
    if (mine && mine !== 'setup_pending') forgetRequestKey({ poolId, userId });
  }, [mine, poolId, userId]);

  return {
    ...view,
    cents,
    setCents: (next) => {
      setTried(false);
      if (error) reset();
      setCents(next);
    },
    anonymous,
    setAnonymous,
    setUseSavedCard,
    choices,
    busy: isPending,
    submit: () => {
      setTried(true);
      if (cents !== null && view.isPayable)
        mutate({ amountCents: cents, useSavedCard: view.useSavedCard, contentMark });
    },
    showFault: () => setTried(true),
  };
}
