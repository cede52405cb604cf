import { type ReactNode, useState } from 'react';
import { huesOf } from '#contract/fan-art.ts';
import type { Pool } from '#contract/pools.ts';
import { FanArt } from '#web/ui/display.tsx';

const frame = 'relative h-[200px] overflow-hidden rounded-2xl bg-sunken shadow-lift sm:h-[260px] md:h-[330px]';

function Picture({ pool, src, label }: { pool: Pool; src: string | undefined; label: string }) {
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src) {
    return <FanArt seed={pool.id} hues={huesOf(pool.categories[0]?.category.name)} eager />;
  }
  const check = (image: HTMLImageElement | null) => {
    // The error may have come before the page was alive to hear it.
    if (image?.complete && image.naturalWidth === 0) setBroken(src);
  };
  return (
    <img
      src={src}
      alt={label}
      ref={check}
      onError={() => setBroken(src)}
      width={1200}
      height={600}
      fetchPriority="high"
      className="h-full w-full object-cover"
    />
  );
}

/** The pool's pictures, or the fan drawn from its id. Several can be leafed through. */
export function PoolCover({ pool, children }: { pool: Pool; children?: ReactNode }) {
  const [shown, setShown] = useState(0);
  const pictures = pool.images;
  const current = pictures[shown] ?? pictures[0];
  const label = pictures.length > 1 ? `Picture ${shown + 1} of ${pictures.length}` : 'Cover picture';
  return (
    <div>
      <div className={frame}>
        <Picture pool={pool} src={current?.mediaUrl ?? pool.imageUrl ?? undefined} label={label} />
        <div className="absolute top-3 left-3 flex gap-2">{children}</div>
      </div>
      {pictures.length > 1 ? (
        <ul className="mt-2.5 flex gap-2.5 overflow-x-auto p-0.5" aria-label="Pictures">
          {pictures.map((picture, index) => (
            <li key={picture.mediaUrl}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1}`}
                aria-pressed={index === shown}
                onClick={() => setShown(index)}
                className="block h-14 w-20 overflow-hidden rounded-md opacity-70 hover:opacity-100 aria-pressed:opacity-100 aria-pressed:outline-2 aria-pressed:outline-accent-text"
              >
                <img
                  src={picture.mediaUrl}
                  alt=""
                  width={80}
                  height={56}
                  loading="lazy"
                  className="h-full w-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
