import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getCreatorDashboard,
  listCreatorPayouts,
  openPayoutDashboard,
  refreshPayoutAccount,
  retryPayout,
  startPayoutSetup,
} from '#contract/calls/creators.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { useRefresh } from '#web/data/query.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

const leaveFor = ({ url }: { url: string }) => window.location.assign(url);
const showError = (error: Error) => toast({ title: verbatim(error.message) });

/** Opens the processor's page on which the creator enters their details. */
export function usePayoutSetup(processor: string) {
  return useMutation({
    mutationFn: (country?: string) =>
      call(startPayoutSetup, { body: country ? { processor, country } : { processor } }),
    onSuccess: leaveFor,
  });
}

/** Opens the processor's dashboard. */
export function useProcessorDashboard(processor: string) {
  return useMutation({
    mutationFn: () => call(openPayoutDashboard, { body: { processor } }),
    onSuccess: leaveFor,
    onError: showError,
  });
}

/** Looks the account up at the processor and shows its new state. */
export function useAccountCheck(processor: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call(refreshPayoutAccount, { body: { processor } }),
    onSuccess: () => refresh(getCreatorDashboard, listCreatorPayouts),
    onError: showError,
  });
}

/** Sends a failed payout again. */
export function useRetryPayout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call(retryPayout, { params: { id } }),
    onSuccess: () => toast({ title: t`We’re sending this payout again` }),
    onError: showError,
    onSettled: () => refresh(getCreatorDashboard, listCreatorPayouts),
  });
}

/** Continues when the processor sends the creator back: checks the account, or opens a new page in place of an expired one. */
export function usePayoutReturn(): void {
  const search = useSearch();
  const back = search.get('payout-setup');
  const processor = search.get('processor') ?? '';
  const { mutate: check } = useAccountCheck(processor);
  const { mutate: setUp } = usePayoutSetup(processor);
  useEffect(() => {
    if (back === null) return;
    navigate(paths.dashboard, { replace: true, keepScroll: true });
    if (back === 'again') setUp(undefined, { onError: showError });
    else check();
  }, [back, check, setUp]);
}
