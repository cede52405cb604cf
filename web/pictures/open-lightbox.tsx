import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { LightboxPicture } from './lightbox.tsx';

export const loadLightbox = async () => (await import('./lightbox.tsx')).Lightbox;
const Lightbox = lazyComponent(loadLightbox, { browserOnly: true });

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
  if (shown === undefined) return null;
  return <Lightbox images={images} shown={shown} onShow={onShow} onClose={() => onShow(undefined)} />;
}
