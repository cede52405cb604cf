import { useState } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { loadLightbox, OpenLightbox } from '#web/pictures/open-lightbox.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';

/** A grid of previews; pressing one opens the picture in full screen. */
export function ImageGallery({ images }: { images: readonly ContentFile[] }) {
  const [shown, setShown] = useState<number>();
  if (images.length === 0) return null;
  const single = images.length === 1;
  const columns = images.length === 2 || images.length === 4 ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-3';
  return (
    <>
      <ul className={single ? 'grid' : `grid gap-2.5 ${columns}`}>
        {images.map((image, index) => (
          <li key={image.id}>
            <button
              type="button"
              aria-label={`Enlarge ${image.name}`}
              aria-haspopup="dialog"
              onPointerEnter={() => prefetch(loadLightbox)}
              onClick={() => setShown(index)}
              className={`block w-full overflow-hidden rounded-lg bg-sunken ${single ? 'aspect-3/2' : 'aspect-square'}`}
            >
              <img
                src={image.previewUrl ?? image.url}
                alt=""
                width={600}
                height={single ? 400 : 600}
                loading="lazy"
                decoding="async"
                className={`h-full w-full ${single ? 'object-contain' : 'object-cover'}`}
              />
            </button>
          </li>
        ))}
      </ul>
      <OpenLightbox images={images} shown={shown} onShow={setShown} />
    </>
  );
}
