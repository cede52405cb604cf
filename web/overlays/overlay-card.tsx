import { useState } from 'react';
import { deleteOverlay, renewOverlay, testOverlay } from '#contract/calls/overlays.ts';
import { msg, t } from '#contract/language/text.ts';
import type { Overlay } from '#contract/overlays/overlays.ts';
import { poolIdPath } from '#contract/pools/pool-path.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

interface CardProps {
  overlay: Overlay;
  onEdit: () => void;
  onUrl: (overlay: Overlay, url: string) => void;
  onDeleted: () => void;
}

function State({ overlay: { pool, createdAt, openedAt, isShown, hasUrl } }: { overlay: Overlay }) {
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        <RichText
          text={
            openedAt
              ? msg`Created <created/> · last opened by a streaming program <opened/>`
              : msg`Created <created/> · not opened by a streaming program yet`
          }
          tags={{
            created: () => <RelativeTime at={createdAt} />,
            opened: () => <RelativeTime at={openedAt ?? createdAt} />,
          }}
        />
      </p>
      {isShown ? null : (
        <p className="font-semibold text-danger-text">
          {pool.status === 'removed'
            ? t`This overlay is empty, because the pool was removed. Choose another pool.`
            : t`This overlay is empty, because you no longer have a part in this pool. Choose another pool.`}
        </p>
      )}
      {hasUrl ? null : (
        <p className="font-semibold text-danger-text">{t`The site was restored from a backup, so the old URL no longer works. Create a new one.`}</p>
      )}
    </div>
  );
}

/** Runs one action at a time, and keeps its error for the dialog. */
function useActions({ overlay, onUrl, onDeleted }: CardProps) {
  const params = { id: overlay.id };
  const [asking, setAsking] = useState<'renew' | 'delete'>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async (run: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await run();
      setAsking(undefined);
    } catch (error) {
      setFailure(asAppError(error).message);
    }
    setBusy(false);
  };
  return {
    ...{ asking, busy, failure },
    ask(question: typeof asking) {
      setFailure(undefined);
      setAsking(question);
    },
    async test() {
      try {
        await call(testOverlay, { params });
        toast({
          title: t`Test alert sent`,
          description: t`If your overlay doesn’t show it, check its URL in your streaming program.`,
        });
      } catch (error) {
        toastError(error, t`The test alert wasn’t sent`);
      }
    },
    renew: () =>
      confirm(async () => {
        const renewed = await call(renewOverlay, { params });
        onUrl(renewed.overlay, renewed.url);
      }),
    remove: () =>
      confirm(async () => {
        await call(deleteOverlay, { params });
        onDeleted();
        toast({ title: t`Overlay deleted` });
      }),
  };
}

/** One overlay with its actions. */
export function OverlayCard(props: CardProps) {
  const { overlay, onEdit } = props;
  const ready = useHydrated();
  const { asking, busy, failure, ask, test, renew, remove } = useActions(props);
  const close = () => ask(undefined);
  return (
    <li className="card grid gap-4 p-5">
      <div className="grid gap-1.5">
        <h2 className="text-lg wrap-anywhere">
          <Link to={poolIdPath(overlay.pool.id)} className="hover:underline">
            <span dir="auto">{overlay.pool.title}</span>
          </Link>
        </h2>
        <State overlay={overlay} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button disabled={!ready} onClick={() => void test()}>{t`Send a test alert`}</Button>
        <Button disabled={!ready} onClick={onEdit}>
          {t({ message: 'Edit', context: 'a stream overlay' })}
        </Button>
        <Button disabled={!ready} onClick={() => ask('renew')}>{t`New URL`}</Button>
        <Button disabled={!ready} onClick={() => ask('delete')}>
          {t({
            message: 'Delete',
            context: 'a stream overlay',
          })}
        </Button>
      </div>
      <Confirm
        open={asking === 'renew'}
        onClose={close}
        onConfirm={() => void renew()}
        title={t`Create a new URL?`}
        action={t`Create URL`}
        busy={busy}
        error={failure}
      >
        <p>{t`The old URL stops working at once. Put the new one into your streaming program.`}</p>
      </Confirm>
      <Confirm
        open={asking === 'delete'}
        onClose={close}
        onConfirm={() => void remove()}
        title={t`Delete this overlay?`}
        action={t`Delete overlay`}
        busy={busy}
        error={failure}
      >
        <p>{t`It disappears from your stream at once, and its URL stops working. The pool stays as it is.`}</p>
      </Confirm>
    </li>
  );
}
