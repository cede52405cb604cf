import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AppError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { paths } from '#contract/paths.ts';
import { livePledgeStatuses } from '#contract/pledge-view.ts';
import { getPledge, listMyPledges, listSavedCards, pledgeToPool, type SavedCard } from '#contract/pledges.ts';
import { getPool, type Pool, resolvePool } from '#contract/pools.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import { amountChoices, amountFault, takesLatePledges } from './pledge-facts.ts';
import { type PledgeIntent, pledgeIntentPath } from './pledge-intent.ts';
import { forgetRequestKey, requestKeyFor } from './request-key.ts';

export interface PledgeFormState {
  cents: number | null;
  setCents: (cents: number | null) => void;
  anonymous: boolean;
  setAnonymous: (anonymous: boolean) => void;
  savedCard: SavedCard | undefined;
  useSavedCard: boolean;
  setUseSavedCard: (use: boolean) => void;
  choices: readonly [number, number, number];
  /** The amount can be pledged as it stands. */
  isPayable: boolean;
  fault: string | undefined;
  busy: boolean;
  submit: () => void;
  /** This pool's page with the pledge as it stands; null while the amount cannot be pledged. For visitors, who sign in first. */
  intentPath: string | null;
  /** Says what is wrong with the amount. */
  showFault: () => void;
}

async function send(pool: Pool, amountCents: number, anonymous: boolean, useSavedCard: boolean) {
  const attempt = () =>
    call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents, anonymous, useSavedCard, requestKey: requestKeyFor(pool.id, amountCents) },
    });
  const answer = await attempt();
  if (livePledgeStatuses.includes(answer.pledge.status)) return answer;
  // The key belongs to a pledge that ended elsewhere, in another tab for instance: this is a new intent.
  forgetRequestKey(pool.id);
  return attempt();
}

/** What to do about a refusal besides saying it. */
function useRecovery(pool: Pool, here: string, dropSavedCard: () => void) {
  const refresh = useRefresh();
  return (error: unknown) => {
    const { code } = asAppError(error);
    if (code === 'not_signed_in') goToSignIn(here);
    if (code === 'request_key_reused') forgetRequestKey(pool.id);
    if (code === 'no_saved_card') {
      dropSavedCard();
      void refresh(listSavedCards);
    }
    if (code === 'pledge_exists' || code === 'pool_closed' || code === 'pool_frozen')
      void refresh(resolvePool, getPool);
  };
}

/** Everything between "I would give ten" and a pledge that counts. One request key an intent, whatever has to be sent again. */
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
  const [wantsSaved, setUseSavedCard] = useState(true);
  const [tried, setTried] = useState(false);
  const savedCard = cards[0];
  const useSavedCard = wantsSaved && savedCard !== undefined;
  const wrong = amountFault(cents, minCents);
  const intentPath =
    cents === null || wrong ? null : pledgeIntentPath(pool.canonicalPath, { amountCents: cents, anonymous });
  const recover = useRecovery(pool, intentPath ?? pool.canonicalPath, () => setUseSavedCard(false));

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (amountCents: number) => send(pool, amountCents, anonymous, useSavedCard),
    onSuccess: async ({ pledge, setup }) => {
      queries.setQueryData([getPledge.path, { params: { id: pledge.id } }], pledge);
      if (setup) return location.assign(setup.url);
      forgetRequestKey(pool.id);
      if (takesLatePledges(pool)) return navigate(`${paths.paymentSuccess}?pledge=${pledge.id}`);
      await refresh(resolvePool, getPool, listMyPledges);
      // The address no longer asks for a pledge: this one is made.
      if (intent) navigate(pool.canonicalPath, { replace: true, keepScroll: true });
      toast({
        title: 'Your pledge is in',
        description: `${formatMoney(pledge.amountCents)} pledged. Nothing is charged today.`,
      });
    },
    onError: recover,
  });

  // Coming back from the card page by the back button shows this page as it was left: pressed.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      reset();
      void refresh(resolvePool, getPool);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [reset, refresh]);

  const mine = pool.myPledge?.status;
  useEffect(() => {
    if (mine && mine !== 'setup_pending') forgetRequestKey(pool.id);
  }, [mine, pool.id]);

  const refused: AppError | undefined = error ? asAppError(error) : undefined;
  return {
    cents,
    setCents: (next) => {
      setTried(false);
      if (error) reset();
      setCents(next);
    },
    anonymous,
    setAnonymous,
    savedCard,
    useSavedCard,
    setUseSavedCard,
    choices,
    isPayable: !wrong,
    fault: (tried ? wrong : undefined) ?? refused?.details.fields?.amountCents ?? refused?.message,
    busy: isPending,
    submit: () => {
      setTried(true);
      if (cents !== null && !wrong) mutate(cents);
    },
    intentPath,
    showFault: () => setTried(true),
  };
}
