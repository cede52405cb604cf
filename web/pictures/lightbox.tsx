import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import Gallery from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { t } from '#contract/language/text.ts';

import { isTall } from './is-tall.ts';

/** A picture with the name that viewers read. A download gets `fileName`, or the name without one. */
export interface LightboxPicture {
  url: string;
  name: string;
  fileName?: string;
}

/** The words of the library. It puts the numbers into the last one. */
const labels = () => ({
  Lightbox: t`Pictures`,
  Next: t`Next picture`,
  Previous: t`Previous picture`,
  Close: t`Close`,
  'Zoom in': t`Zoom in`,
  'Zoom out': t`Zoom out`,
  Slide: t({ message: 'Slide', context: 'a picture in full screen' }),
  Carousel: t({ message: 'Carousel', context: 'pictures in full screen' }),
  'Photo gallery': t`Photo gallery`,
  '{index} of {total}': t`${{ number: '{index}' }} of ${{ total: '{total}' }}`,
});

interface LightboxProps {
  images: readonly LightboxPicture[];
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** The URLs of the tall pictures among those that have been shown. */
function useTall(url: string | undefined): ReadonlySet<string> {
  const [tall, setTall] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!url) return;
    // The slide loads the same file, so this asks the browser's cache.
    const image = new Image();
    image.onload = () => {
      if (isTall({ width: image.naturalWidth, height: image.naturalHeight }))
        setTall((known) => new Set(known).add(url));
    };
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return tall;
}

/** Pictures in full screen: swipe or arrow keys for the next one, pinch, double-tap or + and - to zoom, Escape to close. Tall ones scroll. */
export function Lightbox({ images, shown, onShow, onClose }: LightboxProps) {
  const image = images[shown];
  const tall = useTall(image?.url);
  if (!image) return null;
  const single = images.length === 1;
  return (
    <Gallery
      open
      close={onClose}
      index={shown}
      slides={images.map(({ url, name }) => ({ src: url, alt: name }))}
      plugins={[Zoom]}
      on={{ view: ({ index }) => onShow(index) }}
      carousel={{ finite: single, preload: 1 }}
      controller={{ closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: !tall.has(image.url) }}
      labels={labels()}
      render={{
        ...(single ? { buttonPrev: () => null, buttonNext: () => null } : {}),
        slide: ({ slide: { src, alt } }) =>
          tall.has(src) ? (
            <section
              className="lightbox-tall size-full overflow-y-auto overscroll-contain"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the picture
              tabIndex={0}
              aria-label={alt}
            >
              <img src={src} alt={alt ?? ''} className="mx-auto w-full max-w-200" />
            </section>
          ) : undefined,
      }}
      toolbar={{
        buttons: [
          <p key="name" className="me-auto p-3 font-semibold text-[oklch(0.955_0.014_80)]" aria-live="polite">
            {image.name}
            {single ? null : (
              <span className="ms-2.5 font-normal text-[oklch(0.8_0.02_330)] tabular-nums">
                {t`${{ number: shown + 1 }} of ${{ total: images.length }}`}
              </span>
            )}
          </p>,
          <a
            key="download"
            href={image.url}
            download={image.fileName ?? image.name}
            aria-label={t`Download ${{ name: image.name }}`}
            title={t`Download`}
            className="yarl__button"
          >
            <Download aria-hidden="true" className="m-1 size-6" />
          </a>,
          'zoom',
          'close',
        ],
      }}
    />
  );
}
