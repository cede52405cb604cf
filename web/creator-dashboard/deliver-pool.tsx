import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { submitContent } from '#contract/calls/delivery.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, sentences, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { asAppError, call } from '#web/data/call.ts';
import { LeaveGuard } from '#web/data/leave-guard.tsx';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusInvalid } from '#web/ui/forms/focus-invalid.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';
import { toast } from '#web/ui/toast.tsx';
import { requestOf, siteTerms, useRefreshDashboard } from './dashboard-data.ts';
import {
  type DeliveryDraft,
  emptyDelivery,
  faultsOfDelivery,
  filledLinks,
  loadDelivery,
  saveDelivery,
} from './delivery-draft.ts';
import { DeliveryFiles, DeliveryTextFields } from './delivery-fields.tsx';
import { DeliveryPreview, type PreviewDelivery } from './delivery-preview.tsx';
import { FactList } from './fact-list.tsx';
import { ProductionRecord, type ProductionState, useProduction } from './production-record.tsx';
import { RejectedDelivery } from './submitted-delivery.tsx';
import { type Uploads, useUploads } from './use-uploads.ts';

/** The draft of the delivery's note, text and links, stored in this browser. */
function useDraft(poolId: string) {
  const userId = useUser()?.id;
  const [draft, setDraft] = useState(emptyDelivery);
  useEffect(() => setDraft(loadDelivery(poolId, userId)), [poolId, userId]);
  const change = (part: Partial<DeliveryDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    saveDelivery(poolId, userId, next);
  };
  return { draft, change };
}

function useHandIn(pool: CreatorRequest, uploads: Uploads, production: ProductionState, onDone: () => void) {
  const refresh = useRefreshDashboard();
  const userId = useUser()?.id;
  return useMutation({
    mutationFn: async (draft: DeliveryDraft) => {
      await production.save();
      return call(submitContent, {
        params: { id: pool.id },
        body: {
          note: draft.note.trim(),
          ...(draft.text.trim() ? { text: draft.text.trim() } : {}),
          links: filledLinks(draft),
          uploadIds: uploads.views.flatMap(({ uploadId }) => uploadId ?? []),
        },
      });
    },
    onSuccess: async ({ status }) => {
      saveDelivery(pool.id, userId, null);
      await uploads.forgetAll();
      await refresh();
      await production.refresh();
      onDone();
      toast({
        title: t`Delivery submitted`,
        description:
          status === 'delivered'
            ? t`Everyone who paid has access now.`
            : t`Once we have reviewed it, everyone who paid gets access. Your deadline is paused until then.`,
      });
    },
    onError: async (error) => {
      if (asAppError(error).code === 'pool_state') await refresh();
    },
  });
}

function Aside({ pool }: { pool: CreatorRequest }) {
  const { deliveryDueAt } = pool.clocks;
  const isReviewed = useData(siteTerms).data?.deliveryReview !== 'auto';
  return (
    // In one column the deadline comes before the form.
    <aside className="fact-sheet max-lg:-order-1" aria-label={t`Your deadline and earnings`}>
      <h2 className="text-lg">{t`Your deadline and earnings`}</h2>
      <FactList
        facts={[
          [t`Delivery date`, deliveryDueAt ? <Day key="due" at={deliveryDueAt} /> : '–'],
          [
            t`Time left (including grace period)`,
            pool.deliveryEndsAt ? (
              <TimeLeft
                key="left"
                until={pool.deliveryEndsAt}
                over={t({ message: 'ended', context: 'no time is left' })}
              />
            ) : (
              '–'
            ),
          ],
          [
            t`Paid by ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}`,
            formatMoney(pool.currentAmount),
          ],
          [t`You receive`, formatMoney(pool.forecast.netCents)],
        ]}
      />
      <p className="text-sm text-muted">
        {sentences(
          isReviewed ? t`An admin reviews your delivery first.` : undefined,
          t`Only fans who paid can see your delivery. You are paid after a quiet period.`,
        )}
      </p>
    </aside>
  );
}

function DeliveryForm({ pool, preview }: { pool: CreatorRequest; preview: PreviewDelivery }) {
  const ready = useHydrated();
  const uploads = useUploads(pool.id);
  const { draft, change } = useDraft(pool.id);
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState(false);
  const production = useProduction(pool.id);
  const { mutate, isPending, error } = useHandIn(pool, uploads, production, () => {
    // Remove the leave guard before navigating away.
    flushSync(() => setDone(true));
    navigate(paths.dashboard, { replace: true });
  });
  const found = faultsOfDelivery(draft, uploads.views.length);
  const faults = tried ? found : {};
  const failed = uploads.views.filter(({ state }) => state === 'failed').length;
  const pending = uploads.views.filter(({ state }) => state !== 'done').length - failed;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flushSync(() => setTried(true));
    focusInvalid(event.currentTarget);
    if (Object.keys(found).length === 0 && !production.fault && !uploads.busy) mutate(draft);
  };
  return (
    <div className="split">
      <form noValidate className="card grid gap-6 p-5 md:p-6" aria-label={t`Delivery`} onSubmit={submit}>
        <RejectedDelivery pool={pool} />
        <DeliveryFiles uploads={uploads} error={faults.nothing} />
        <DeliveryTextFields draft={draft} faults={faults} change={change} />
        <ProductionRecord production={production} error={tried ? production.fault : undefined} />
        {error ? (
          <p className="field-error" role="alert">
            {error.message}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={!ready || uploads.busy || !pool.can.deliver || production.closed || !production.loading.data}
            busy={isPending}
          >{t`Submit delivery`}</Button>
          <DeliveryPreview
            pool={pool}
            draft={draft}
            uploads={uploads}
            view={preview}
            isEmpty={Boolean(found.nothing)}
          />
          <p className="text-sm text-muted">
            {pool.frozen
              ? t`An admin has frozen this pool. You can submit once it is unfrozen.`
              : pending > 0
                ? t`${plural({ files: pending }, { one: '# file still uploading.', other: '# files still uploading.' })}`
                : failed > 0
                  ? t`${plural({ files: failed }, { one: '# file could not be uploaded.', other: '# files could not be uploaded.' })} Try again, or remove what you don’t need.`
                  : uploads.busy
                    ? t`Checking for files from your last visit…`
                    : t`You can’t change a submitted delivery unless it is sent back.`}
          </p>
        </div>
      </form>
      <Aside pool={pool} />
      <LeaveGuard
        when={pending + failed > 0 && !done}
      >{t`Files are still uploading. Uploaded parts are kept. To continue later, choose the same files again.`}</LeaveGuard>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className="split">
      <div className="card grid gap-6 p-6">
        <Skeleton className="h-44" />
        <Skeleton className="h-36" />
        <Skeleton className="h-44" />
        <Skeleton className="h-12 w-40" />
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

/** The page on which the creator submits a delivery. */
export function DeliverPool({ poolId, preview }: { poolId: string; preview: PreviewDelivery }) {
  const loading = useData(requestOf(poolId));
  const title = loading.data?.request?.title;
  return (
    <>
      <PageHeader
        title={t`Submit your delivery`}
        lead={title === undefined ? undefined : verbatim(title)}
        back={paths.dashboard}
      />
      <Loaded of={loading} loading={<FormSkeleton />} failed={t`We couldn’t load this pool`}>
        {({ request: pool }) =>
          pool?.status === 'in_production' ? (
            <DeliveryForm pool={pool} preview={preview} />
          ) : (
            <div className="card">
              <EmptyState
                title={pool ? textOf(poolStatusWords[pool.status]) : t`There is nothing to deliver here`}
                actions={<LinkButton to={paths.dashboard} variant="primary">{t`Go to your dashboard`}</LinkButton>}
              >
                {pool
                  ? t`This pool is not waiting for a delivery right now.`
                  : t`This pool is not part of your work, or it has ended.`}
              </EmptyState>
            </div>
          )
        }
      </Loaded>
    </>
  );
}
