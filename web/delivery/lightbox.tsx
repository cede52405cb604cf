import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { formatBytes } from '#contract/values/format-number.ts';
import { IconButton } from '#web/ui/button.tsx';

export interface LightboxProps {
  images: readonly ContentFile[];
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One picture in full screen. Arrow keys show the previous or next one; Escape closes it. */
export function Lightbox({ images, shown, onShow, onClose }: LightboxProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const image = images[shown];
  if (!image) return null;
  const step = (by: number) => onShow((shown + by + images.length) % images.length);
  return (
    <dialog
      ref={ref}
      aria-label={image.name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        if (event.key === 'ArrowLeft') step(-1);
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-ink"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-3 px-3 py-2">
          <p className="min-w-0 flex-1 truncate pl-2 font-semibold" aria-live="polite">
            {image.name}
            <span className="ml-2 font-normal text-muted tabular-nums">
              {images.length > 1 ? `${shown + 1} of ${images.length}` : ''}
            </span>
          </p>
          <a href={image.url} download={image.name} className="btn btn-ghost" title={formatBytes(image.sizeBytes)}>
            <Download aria-hidden="true" />
            <span className="max-sm:sr-only">Download</span>
          </a>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <div className="relative min-h-0 flex-1">
          <img key={image.id} src={image.url} alt={image.name} className="h-full w-full object-contain" />
          {images.length > 1 ? (
            <>
              <IconButton
                label="Previous picture"
                className="absolute! top-1/2 left-2 -translate-y-1/2 bg-raised shadow-lift"
                onClick={() => step(-1)}
              >
                <ChevronLeft aria-hidden="true" />
              </IconButton>
              <IconButton
                label="Next picture"
                className="absolute! top-1/2 right-2 -translate-y-1/2 bg-raised shadow-lift"
                onClick={() => step(1)}
              >
                <ChevronRight aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
        </div>
      </div>
    </dialog>
  );
}
