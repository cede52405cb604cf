import { useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import type { Update } from '#contract/updates.ts';
import { FoldedNote } from '#web/pictures/folded-note.tsx';
import { isTall } from '#web/pictures/is-tall.ts';
import { loadLightbox, OpenLightbox } from '#web/pictures/open-lightbox.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';

type Image = Update['images'][number];

/** A preview that opens the picture in full screen. With a modifier key, or without JavaScript, the browser follows the link. */
function Picture({ image, label, single, onOpen }: { image: Image; label: Text; single: boolean; onOpen: () => void }) {
  return (
    <a
      href={image.url}
      aria-label={label}
      aria-haspopup="dialog"
      onPointerEnter={() => prefetch(loadLightbox)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
      className={`relative block overflow-hidden rounded-lg bg-sunken ${single ? 'w-fit max-w-full' : 'aspect-square'}`}
    >
      <img
        src={image.url}
        srcSet={`${image.url.replace('.webp', '-400.webp')} 400w, ${image.url.replace('.webp', '-800.webp')} 800w, ${image.url} 1600w`}
        sizes={single ? '(min-width: 768px) 640px, 100vw' : '(min-width: 640px) 240px, 50vw'}
        alt=""
        width={image.width}
        height={image.height}
        loading="lazy"
        decoding="async"
        className={shapeOf(image, single)}
      />
      {isTall(image) ? <FoldedNote /> : null}
    </a>
  );
}

/** A tall picture is folded to its top. */
function shapeOf(image: Image, single: boolean): string {
  if (!single) return isTall(image) ? 'h-full w-full object-cover object-top' : 'h-full w-full object-cover';
  return isTall(image) ? 'h-120 w-160 max-w-full object-cover object-top' : 'max-h-120 w-auto max-w-full';
}

/** The pictures of an update: one in its own shape, several in a grid. */
export function UpdatePictures({ images, author }: { images: readonly Image[]; author: string }) {
  const [shown, setShown] = useState<number>();
  if (images.length === 0) return null;
  const single = images.length === 1;
  const columns = images.length === 2 || images.length === 4 ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-3';
  const pictures = images.map(({ url }, index) => ({
    url,
    name: nameOf(author, index, images.length),
    fileName: `picture-${index + 1}.webp`,
  }));
  return (
    <>
      <ul className={single ? 'grid' : `grid max-w-text gap-2.5 ${columns}`}>
        {images.map((image, index) => (
          <li key={image.id} className="min-w-0">
            <Picture
              image={image}
              single={single}
              label={t`Enlarge picture ${{ number: index + 1 }} of ${{ total: images.length }} by ${{ author }}`}
              onOpen={() => setShown(index)}
            />
          </li>
        ))}
      </ul>
      <OpenLightbox images={pictures} shown={shown} onShow={setShown} />
    </>
  );
}

const nameOf = (author: string, index: number, count: number): Text =>
  count === 1 ? t`Picture by ${{ author }}` : t`Picture ${{ number: index + 1 }} by ${{ author }}`;
