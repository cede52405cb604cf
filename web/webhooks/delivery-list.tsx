import { useEffect } from 'react';
import { plural, t, verbatim } from '#contract/language/text.ts';
import { isChatKind, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { Delivery, DeliveryState, Webhook } from '#contract/webhooks/webhooks.ts';
import { useData } from '#web/data/query.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { chatEventName } from './chat-events.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryChip, outcomeOf } from './delivery-state.tsx';
import { type DeliveryView, deliveriesHref, deliveriesOf, useRefreshWebhooks } from './webhook-queries.ts';

const everyMs = { moving: 2000, quiet: 10_000 };
/** A try that is further away is not worth asking for. */
const soonMs = 15_000;

/** Fetches the deliveries again from time to time, and often while one of them is about to be tried. */
function useProgress(deliveries: readonly Delivery[] | undefined): void {
  const refresh = useRefreshWebhooks();
  const isMoving = deliveries?.some(
    ({ nextTryAt }) => nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + soonMs,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function changes with each rendering
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') void refresh();
      },
      everyMs[isMoving ? 'moving' : 'quiet'],
    );
    return () => clearInterval(timer);
  }, [isMoving]);
}

interface RowProps extends Pick<Webhook, 'kind'> {
  delivery: Delivery;
  isOn: boolean;
}

function Row({ delivery, kind, isOn }: RowProps) {
  const { type, isTest, attempts, fault, createdAt, nextTryAt } = delivery;
  const outcome = outcomeOf(delivery);
  return (
    <li className="grid gap-1 px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {isChatKind(kind) ? (
          <b className="font-semibold">{chatEventName(type)}</b>
        ) : (
          <code className="font-semibold">{type}</code>
        )}
        <DeliveryChip delivery={delivery} />
        {isTest && !isChatKind(kind) ? <Chip>{t`Test`}</Chip> : null}
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <RelativeTime at={createdAt} />
        {outcome ? (
          <span>
            {verbatim('· ')}
            <bdi dir={fault ? undefined : 'ltr'}>{outcome}</bdi>
          </span>
        ) : null}
        {attempts > 1 ? <span>{t`· ${plural({ tries: attempts }, { one: '# try', other: '# tries' })}`}</span> : null}
      </p>
      <Disclosure summary={t`Details`}>
        {() => <DeliveryDetails id={delivery.id} kind={kind} isOn={isOn} nextTryAt={nextTryAt} />}
      </Disclosure>
    </li>
  );
}

/** `isPastEnd`: there are deliveries, on earlier pages. */
function NoDeliveries({
  kind,
  state,
  isPastEnd,
}: Pick<Webhook, 'kind'> & { state: DeliveryState | undefined; isPastEnd: boolean }) {
  if (isPastEnd) return <EmptyState title={t`No events here`} />;
  if (state === 'failed') {
    return <EmptyState title={t`No failed events`}>{t`Everything else arrived, or still has tries left.`}</EmptyState>;
  }
  if (state) return <EmptyState title={t`No events here`} />;
  return (
    <EmptyState title={t`Nothing sent yet`}>
      {isChatKind(kind)
        ? t`The next message appears here. Send a test message to try it out.`
        : t`The next event that you chose appears here. Send a test event to try it out.`}
    </EmptyState>
  );
}

/** The events that a webhook got in the last 30 days. */
export function DeliveryList({ webhook: { id, kind, state }, view }: { webhook: Webhook; view: DeliveryView }) {
  const isOn = state === 'on';
  const deliveries = useData(deliveriesOf(id, view), { keepPrevious: true });
  useProgress(deliveries.data?.deliveries);
  const choice = (state: DeliveryState | undefined, label: ReturnType<typeof verbatim>) => ({
    to: deliveriesHref(id, { state }),
    label,
    current: view.state === state,
  });
  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <h2 id="deliveries" className="mb-3">
        {isChatKind(kind) ? t`Sent messages` : t`Sent events`}
      </h2>
      <ChoiceLinks
        label={t`Sent events by state`}
        choices={[
          choice(undefined, t({ message: 'All', context: 'sent events in every state' })),
          choice('failed', t`Failed`),
          choice('pending', t`Waiting`),
          choice('succeeded', t`Arrived`),
          choice('dropped', t`Not sent`),
        ]}
      />
      <Loaded of={deliveries} loading={<Skeleton className="h-60 w-full" />} failed={t`We couldn’t load the events`}>
        {({ deliveries, pagination }) => (
          <div className="grid gap-4">
            {deliveries.length > 0 ? (
              <ul className="card divide-y divide-line">
                {deliveries.map((delivery) => (
                  <Row key={delivery.id} delivery={delivery} kind={kind} isOn={isOn} />
                ))}
              </ul>
            ) : (
              <NoDeliveries kind={kind} state={view.state} isPastEnd={pagination.totalCount > 0} />
            )}
            <Pagination
              {...pagination}
              from={webhookLimits.pageSize}
              hrefOf={(page) => deliveriesHref(id, { ...view, page })}
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}
