import { Plus } from 'lucide-react';
import { useState } from 'react';
import { plural, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { isChatKind, type WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import { webhookPath } from '#contract/webhooks/webhook-paths.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { KindChoice } from './kind-choice.tsx';
import { AddWebhook } from './webhook-dialog.tsx';
import { KindChip, KindTile, WebhookTitle } from './webhook-kind.tsx';
import { myWebhooks } from './webhook-queries.ts';
import { problemOf, WebhookChip } from './webhook-state.tsx';

function Row({ webhook }: { webhook: Webhook }) {
  const { id, kind, url, description, types, scope } = webhook;
  const problem = problemOf(webhook);
  // A program without a name is known by its address, a channel by its kind.
  const isNamed = description !== '' || isChatKind(kind);
  return (
    <li className="relative flex gap-4 px-5 py-4 hover:bg-hover">
      <KindTile kind={kind} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Link to={webhookPath(id)} className="min-w-0 font-semibold wrap-anywhere after:absolute after:inset-0">
            {isNamed ? <WebhookTitle webhook={webhook} /> : <span dir="ltr">{url}</span>}
          </Link>
          <WebhookChip webhook={webhook} />
          {description ? <KindChip kind={kind} /> : null}
          {scope === 'site' ? <Chip>{t`The whole site`}</Chip> : null}
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-muted">
          {isNamed ? <bdi dir="ltr">{url}</bdi> : null}
          <span>{t`${plural({ events: types.length }, { one: '# kind of event', other: '# kinds of events' })}`}</span>
        </p>
        {problem ? <p className="max-w-text text-sm">{problem}</p> : null}
      </div>
    </li>
  );
}

/** A person's webhooks, and the way to a new one. */
export function WebhookList() {
  const ready = useHydrated();
  const [adding, setAdding] = useState<{ kind?: WebhookKind }>();
  const webhooks = useData(myWebhooks);
  const add = (
    <Button
      variant="primary"
      disabled={!ready}
      className="disabled:opacity-100!"
      icon={<Plus aria-hidden="true" />}
      onClick={() => setAdding({})}
    >
      {t({ message: 'Add', context: 'a webhook or a channel' })}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Webhooks`}
        lead={t`Post what happens in your pools in Discord or Slack, or send it to your own server, the moment it happens.`}
        back={`${paths.settings}#webhooks`}
        actions={webhooks.data?.webhooks.length ? add : null}
      />
      <Loaded of={webhooks} loading={<Skeleton className="h-24 w-full" />} failed={t`We couldn’t load your webhooks`}>
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <ul className="card divide-y divide-line overflow-hidden">
              {webhooks.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          ) : (
            <section aria-labelledby="first-webhook">
              <h2 id="first-webhook" className="mb-4">{t`Where should events go?`}</h2>
              <KindChoice wide onChoose={(kind) => setAdding({ kind })} />
            </section>
          )
        }
      </Loaded>
      {adding ? <AddWebhook kind={adding.kind} onClose={() => setAdding(undefined)} /> : null}
    </>
  );
}
