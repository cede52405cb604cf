import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AfterPaint } from '#web/ui/hydration/after-paint.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';

const waiting = <Skeleton className="aspect-video w-full rounded-xl!" />;

/** The player and the film load on first use. Nothing is fetched before, and nothing from other sites. */
const Film = lazyComponent(async () => (await import('./film-video.tsx')).FilmVideo, { browserOnly: true, waiting });

/** Opens a film of half a minute that explains how a pool works. */
export function WatchVideo() {
  const [open, setOpen] = useState(false);
  const ready = useHydrated();
  const { brandName } = useSite();
  return (
    <>
      <Button
        variant="ghost"
        size="lg"
        className="max-lg:px-2"
        aria-haspopup="dialog"
        disabled={!ready}
        icon={<CirclePlay aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >{t`Watch Video`}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`How ${{ brand: brandName }} works`} size="lg">
        <AfterPaint waiting={waiting}>
          <Film />
        </AfterPaint>
      </Dialog>
    </>
  );
}
