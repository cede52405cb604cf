import { Plus } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { overlaysMax } from '#contract/overlays/overlay-limits.ts';
import type { Overlay } from '#contract/overlays/overlays.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { DevelopersNote } from '#web/operator/developers/developers-note.tsx';
import { OverlayCard } from '#web/overlays/overlay-card.tsx';
import { myOverlays, useOverlayList } from '#web/overlays/overlay-data.ts';
import { OverlayEditor } from '#web/overlays/overlay-editor.tsx';
import { NewOverlayUrl, OverlaySteps } from '#web/overlays/overlay-url.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: msg`Stream overlays`,
  description: msg`Show a pool in your live stream: its goal, its backers and alerts.`,
  canonical: paths.overlays,
  noindex: true,
  queries: ({ user }) => (user ? [myOverlays] : []),
});

const lead = () =>
  t`Show a pool in your live stream: its goal, its latest backers, the time left, and an alert for each pledge.`;

function NoPools() {
  return (
    <EmptyState
      title={t`No pool to show yet`}
      actions={
        <Link to={paths.createPool} className={buttonClass({ variant: 'primary' })}>
          {t`Start a pool`}
        </Link>
      }
    >
      {t`An overlay shows a pool that you started or took on as a creator.`}
    </EmptyState>
  );
}

function Overlays({
  overlays,
  create,
  onEdit,
  onUrl,
}: {
  overlays: readonly Overlay[];
  create: React.ReactNode;
  onEdit: (overlay: Overlay) => void;
  onUrl: (overlay: Overlay, url: string) => void;
}) {
  const list = useOverlayList();
  if (overlays.length === 0) {
    return (
      <EmptyState title={t`No overlays yet`} actions={create}>
        {t`Create one, and add its URL as a browser source in OBS, Streamlabs or another streaming program.`}
      </EmptyState>
    );
  }
  return (
    <>
      {overlays.length >= overlaysMax ? (
        <p className="mb-4 text-muted">{t`You have 10 overlays, the most allowed. Delete one first.`}</p>
      ) : null}
      <ul className="grid gap-4">
        {overlays.map((overlay) => (
          <OverlayCard
            key={overlay.id}
            overlay={overlay}
            onEdit={() => onEdit(overlay)}
            onUrl={onUrl}
            onDeleted={() => list.remove(overlay.id)}
          />
        ))}
      </ul>
      <h2 className="mt-8 mb-3 text-lg">{t`How to add an overlay to OBS`}</h2>
      <OverlaySteps />
    </>
  );
}

export function Component() {
  const user = useUser();
  const data = useData(myOverlays);
  const list = useOverlayList();
  const ready = useHydrated();
  const [editing, setEditing] = useState<Overlay | 'new'>();
  const [url, setUrl] = useState<string>();
  if (!user) return null;
  const overlays = data.data?.overlays ?? [];
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      className="disabled:opacity-100!"
      disabled={!ready || overlays.length >= overlaysMax}
      onClick={() => setEditing('new')}
    >{t`Create an overlay`}</Button>
  );
  const showUrl = (overlay: Overlay, newUrl?: string) => {
    list.put(overlay);
    setEditing(undefined);
    setUrl(newUrl);
  };
  if (editing && data.data) {
    return (
      <>
        <PageHeader title={editing === 'new' ? t`New overlay` : t`Edit overlay`} />
        <OverlayEditor
          overlay={editing === 'new' ? null : editing}
          pools={data.data.pools}
          onClose={() => setEditing(undefined)}
          onSaved={showUrl}
        />
      </>
    );
  }
  return (
    <div className="max-w-180">
      <PageHeader
        back={`${paths.settings}#overlays`}
        title={t`Stream overlays`}
        lead={lead()}
        actions={overlays.length > 0 ? create : null}
      />
      <Loaded
        of={data}
        loading={<Skeleton className="h-40 w-full" />}
        failed={t`We couldn’t load your overlays`}
        empty={({ overlays, pools }) => overlays.length === 0 && pools.length === 0 && <NoPools />}
      >
        {(mine) => <Overlays overlays={mine.overlays} create={create} onEdit={setEditing} onUrl={showUrl} />}
      </Loaded>
      <DevelopersNote />
      {url ? <NewOverlayUrl url={url} onClose={() => setUrl(undefined)} /> : null}
    </div>
  );
}
