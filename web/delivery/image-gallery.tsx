import { useState } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { t } from '#contract/language/text.ts';
import { FoldedNote } from '#web/pictures/folded-note.tsx';
import { isTall } from '#web/pictures/is-tall.ts';
import { loadLightbox, OpenLightbox } from '#web/pictures/open-lightbox.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';

/** A grid of previews; pressing one opens the picture in full screen. */
export function ImageGallery({ images }: { images: readonly ContentFile[] }) {
  const [shown, setShown] = useState<number>();
  const [tall, setTall] = useState<ReadonlySet<string>>(new Set());
  /** Deliveries have no sizes. The preview has the shape of its picture. */
  const measure = (id: string, { naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
    if (isTall({ width, height })) setTall((known) => new Set(known).add(id));
  };
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
              aria-label={t`Enlarge ${{ name: image.name }}`}
              aria-haspopup="dialog"
              onPointerEnter={() => prefetch(loadLightbox)}
              onClick={() => setShown(index)}
              className={`relative block w-full overflow-hidden rounded-lg bg-sunken ${single ? 'aspect-3/2' : 'aspect-square'}`}
            >
              <img
                src={image.previewUrl ?? image.url}
                alt=""
                width={600}
                height={single ? 400 : 600}
                loading="lazy"
                decoding="async"
                className={`h-full w-full ${tall.has(image.id) ? 'object-cover object-top' : single ? 'object-contain' : 'object-cover'}`}
                onLoad={(event) => measure(image.id, event.currentTarget)}
                // The picture may have loaded before the page hydrates.
                ref={(element) => {
                  if (element?.complete && !tall.has(image.id)) measure(image.id, element);
                }}
              />
              {tall.has(image.id) ? <FoldedNote /> : null}
            </button>
          </li>
        ))}
      </ul>
      <OpenLightbox images={images} shown={shown} onShow={setShown} />
    </>
  );
}
