import { lazy, Suspense } from 'react';
import type { LightboxPicture } from './lightbox.tsx';

export const loadLightbox = () => import('./lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await loadLightbox()).Lightbox }));

/** The lightbox, loaded when the first picture opens. `shown` is the index of the open picture, or undefined while it is closed. */
export function OpenLightbox({
  images,
  shown,
  onShow,
}: {
  images: readonly LightboxPicture[];
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
}) {
  return (
    <Suspense>
      {shown === undefined ? null : (
        <Lightbox images={images} shown={shown} onShow={onShow} onClose={() => onShow(undefined)} />
      )}
    </Suspense>
  );
}
