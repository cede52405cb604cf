import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { huesOf } from '#contract/values/fan-art.ts';
import { hideIfBroken } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { sourcesOf } from '#web/ui/pool-picture.tsx';

// Only the profile's owner opens it.
const CoverDialog = lazyComponent(async () => (await import('./cover-dialog.tsx')).CoverDialog, { browserOnly: true });

const cover = 'creator-cover relative aspect-5/2 overflow-hidden bg-sunken md:aspect-4/1 xl:aspect-5/1';

export function CreatorCoverSkeleton() {
  return <Skeleton className={`${cover} rounded-none`} />;
}

/** The wide picture at the top of a creator's page, or a drawing in the colors of their category. Its height is fixed by its width. */
export function CreatorCover({ profile, preview = false }: { profile: CreatorProfile; preview?: boolean }) {
  const { coverUrl, coverAlt, isOwner } = profile;
  const [editing, setEditing] = useState(false);
  return (
    <div className={cover}>
      {coverUrl ? (
        <img
          key={coverUrl}
          className="art"
          src={coverUrl}
          srcSet={sourcesOf(coverUrl)}
          sizes="(min-width: 1200px) 1040px, 100vw"
          alt={coverAlt}
          width={1600}
          height={400}
          fetchPriority="high"
          decoding="async"
          ref={hideIfBroken}
          onError={(event) => hideIfBroken(event.currentTarget)}
        />
      ) : (
        <FanArt seed={profile.id} hues={huesOf(profile.category ?? profile.username)} eager />
      )}
      {isOwner && !preview ? (
        <Button
          size="sm"
          className="absolute end-3 bottom-3"
          icon={<ImageUp aria-hidden="true" />}
          onClick={() => setEditing(true)}
        >
          {coverUrl ? t`Change cover` : t`Add a cover`}
        </Button>
      ) : null}
      {editing ? <CoverDialog profile={profile} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}
