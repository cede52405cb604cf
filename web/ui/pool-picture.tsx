import { t } from '#contract/language/text.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { huesOf } from '#contract/values/fan-art.ts';
import { hideIfBroken } from '#web/ui/avatar.tsx';
import { FanArt } from '#web/ui/display.tsx';

const ours = /^(\/media\/images\/[0-9a-f]{32})\.webp$/;

/** The srcset of a picture that our server stores; undefined for other URLs. */
export function sourcesOf(url: string): string | undefined {
  const base = ours.exec(url)?.[1];
  return base && `${base}-400.webp 400w, ${base}-800.webp 800w, ${url} 1600w`;
}

export type PictureSource = Pick<PoolCard, 'id' | 'imageUrl' | 'categories'>;

interface PictureProps {
  pool: PictureSource;
  sizes: string;
  /** Loads at once instead of lazily. */
  eager?: boolean;
  /** The largest element of the page: loads with high priority. */
  first?: boolean;
}

/** A pool's picture. Draws a fan if the pool has no picture; shows a placeholder if it fails to load. */
export function PoolPicture({ pool, sizes, eager, first }: PictureProps) {
  const { imageUrl } = pool;
  if (!imageUrl) {
    return <FanArt seed={pool.id} hues={huesOf(pool.categories[0]?.category.name)} eager={first} />;
  }
  return (
    <>
      <img
        className="art"
        src={imageUrl}
        srcSet={sourcesOf(imageUrl)}
        sizes={sizes}
        alt=""
        width={800}
        height={450}
        loading={eager || first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        ref={hideIfBroken}
        onError={(event) => hideIfBroken(event.currentTarget)}
      />
      <span className="no-picture hidden size-full place-items-center bg-sunken p-2 text-center text-sm font-semibold text-muted [[hidden]+&]:grid">{t`No Image Available`}</span>
    </>
  );
}
