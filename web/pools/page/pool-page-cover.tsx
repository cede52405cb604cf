import { type ReactNode, useState } from 'react';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { PoolPicture } from '#web/ui/pool-picture.tsx';

/** The pool's pictures with thumbnails to switch between them, or the fan drawn from its id. */
export function PoolCover({ pool, children }: { pool: Pool; children?: ReactNode }) {
  const [shown, setShown] = useState(0);
  const pictures = pool.images;
  const imageUrl = pictures[shown]?.mediaUrl ?? pool.imageUrl;
  return (
    <div>
      <div className="relative h-50 overflow-hidden rounded-2xl bg-sunken shadow-lift sm:h-65">
        <PoolPicture key={imageUrl} pool={{ ...pool, imageUrl }} sizes="(min-width: 1024px) 720px, 100vw" first />
        <div className="absolute top-3 start-3 flex gap-2">{children}</div>
      </div>
      {pictures.length > 1 ? (
        <ul className="mt-2.5 flex gap-2.5 overflow-x-auto p-0.5" aria-label={t`Pictures`}>
          {pictures.map((picture, index) => (
            <li key={picture.mediaUrl}>
              <button
                type="button"
                aria-label={t`Show picture ${{ number: index + 1 }} of ${{ total: pictures.length }}`}
                aria-pressed={index === shown}
                onClick={() => setShown(index)}
                className="relative block h-14 w-20 overflow-hidden rounded-md opacity-70 hover:opacity-100 aria-pressed:opacity-100 aria-pressed:outline-2 aria-pressed:outline-accent-text"
              >
                <PoolPicture pool={{ ...pool, imageUrl: picture.mediaUrl }} sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
