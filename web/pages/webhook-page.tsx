import { CircleAlert } from 'lucide-react';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import { isChatKind } from '#contract/webhooks/webhook-limits.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { useParams, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip } from '#web/ui/display.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { channelNote, chatEventName } from '#web/webhooks/chat-events.ts';
import { DeliveryList } from '#web/webhooks/delivery-list.tsx';
import { WebhookActions } from '#web/webhooks/webhook-actions.tsx';
import { KindChip, WebhookTitle } from '#web/webhooks/webhook-kind.tsx';
import { deliveriesOf, deliveryViewIn, webhookOf } from '#web/webhooks/webhook-queries.ts';
import { problemOf, WebhookChip } from '#web/webhooks/webhook-state.tsx';

export const page = definePage({
  title: msg`Webhook`,
  description: msg`A webhook, the events it got, and how its server answered.`,
  noindex: true,
  queries: ({ params, url, user }) =>
    user ? [webhookOf(params.id), deliveriesOf(params.id, deliveryViewIn(url.searchParams))] : [],
});

/** A notice, unless the person turned it off or nothing is wrong with it. */
function Problem({ webhook: { state }, text }: { webhook: Webhook; text: Text }) {
  if (state === 'by_owner' || state === 'on') return <p className="max-w-text">{text}</p>;
  return (
    <div className="notice max-w-text" data-tone="danger">
      <CircleAlert aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { kind, url, description, types, scope } = webhook;
  const problem = problemOf(webhook);
  return (
    <>
      <PageHeader
        back={webhooksPath}
        title={description || isChatKind(kind) ? <WebhookTitle webhook={webhook} /> : t`Webhook`}
        lead={
          <bdi dir="ltr" className="wrap-anywhere">
            {url}
          </bdi>
        }
      />
      <div className="mb-4 grid gap-2">
        <div className="flex flex-wrap gap-2">
          <WebhookChip webhook={webhook} />
          {description || !isChatKind(kind) ? <KindChip kind={kind} /> : null}
          {scope === 'site' ? <Chip>{t`The whole site`}</Chip> : null}
        </div>
        {problem ? <Problem webhook={webhook} text={problem} /> : null}
        <Disclosure
          summary={t`${plural({ events: types.length }, { one: '# kind of event', other: '# kinds of events' })}`}
        >
          {() => (
            <ul className="flex flex-wrap gap-2">
              {types.map((type) => (
                <li key={type}>
                  <Chip>{isChatKind(kind) ? chatEventName(type) : <code>{type}</code>}</Chip>
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
        {isChatKind(kind) ? <p className="max-w-text text-sm text-muted">{channelNote()}</p> : null}
      </div>
      <WebhookActions webhook={webhook} />
    </>
  );
}

export function Component() {
  const { id = '' } = useParams();
  const view = deliveryViewIn(useSearch());
  return (
    <Loaded
      of={useData(webhookOf(id))}
      loading={<Skeleton className="h-60 w-full" />}
      failed={t`We couldn’t load this webhook`}
    >
      {(webhook) => (
        <>
          <Summary webhook={webhook} />
          <DeliveryList webhook={webhook} view={view} />
        </>
      )}
    </Loaded>
  );
}
