import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { MessageImage } from '#contract/chat/chat-pictures.ts';
import { t } from '#contract/language/text.ts';
import { FoldedNote } from '#web/pictures/folded-note.tsx';
import { isTall } from '#web/pictures/is-tall.ts';
import { loadLightbox, OpenLightbox } from '#web/pictures/open-lightbox.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { sourcesOf } from '#web/ui/pool-picture.tsx';

/** The longest side of a single picture in CSS pixels. */
const mostPx = 320;

/** The displayed size, which the browser reserves before the picture loads. A tall picture is folded to its top. */
function shownSize(image: MessageImage): { width: number; height: number } {
  if (isTall(image)) return { width: Math.min(240, image.width), height: mostPx };
  const scale = Math.min(1, mostPx / image.width, mostPx / image.height);
  return { width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
}

interface PictureProps {
  image: MessageImage;
  name: string;
  single: boolean;
  /** Fills a row of the grid. */
  wide: boolean;
  onOpen: () => void;
}

/** A picture that opens in full screen. With a modifier key the browser follows the link. */
function Picture({ image, name, single, wide, onOpen }: PictureProps) {
  const [broken, setBroken] = useState(false);
  const { width, height } = shownSize(image);
  if (broken) {
    return (
      <p
        className={`flex min-h-11 items-center gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-muted ${wide ? 'col-span-full' : ''}`}
      >
        <ImageOff aria-hidden="true" className="size-4.5" />
        {t`This picture can’t be shown.`}
      </p>
    );
  }
  const shape = single ? '' : wide ? 'col-span-full aspect-video' : 'aspect-4/3';
  return (
    <a
      href={image.url}
      className={`relative block min-h-11 min-w-11 overflow-hidden rounded-md bg-sunken after:absolute after:inset-0 after:rounded-md after:inset-ring after:inset-ring-ink/10 forced-colors:border ${shape}`}
      aria-haspopup="dialog"
      onPointerEnter={() => prefetch(loadLightbox)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <img
        src={image.url}
        srcSet={sourcesOf(image.url)}
        sizes={single ? `${width}px` : '200px'}
        alt={name}
        width={width}
        height={height}
        className={`${single ? '' : 'size-full object-cover'} ${isTall(image) ? 'aspect-3/4 object-cover object-top' : ''}`}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
      {single && isTall(image) ? <FoldedNote /> : null}
    </a>
  );
}

const nameOf = (sender: string, index: number, total: number) =>
  total === 1
    ? t`Picture from ${{ name: sender }}`
    : t`Picture ${{ number: index + 1 }} of ${{ total }} from ${{ name: sender }}`;

/** The pictures of a message: one in its own shape, several in a grid. */
export function MessagePictures({ images, sender }: { images: readonly MessageImage[] | undefined; sender: string }) {
  const [shown, setShown] = useState<number>();
  if (!images || images.length === 0) return null;
  const named = images.map((image, index) => ({ image, name: nameOf(sender, index, images.length) }));
  return (
    <>
      <div
        className={`grid max-w-100 gap-1 pt-1.5 group-data-[state=sending]/message:opacity-65 ${images.length === 1 ? 'justify-start' : 'grid-cols-2'}`}
      >
        {named.map(({ image, name }, index) => (
          <Picture
            key={image.url}
            image={image}
            name={name}
            single={images.length === 1}
            wide={images.length === 3 && index === 0}
            onOpen={() => setShown(index)}
          />
        ))}
      </div>
      <OpenLightbox
        images={named.map(({ image: { url }, name }, index) => ({ url, name, fileName: `picture-${index + 1}.webp` }))}
        shown={shown}
        onShow={setShown}
      />
    </>
  );
}
