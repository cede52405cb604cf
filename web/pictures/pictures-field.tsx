import { RotateCw, Star, X } from 'lucide-react';
import { useEffect } from 'react';
import { limits } from '#contract/limits.ts';
import { ProgressBar } from '#web/ui/display.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { type DraftImage, type UploadingImage, useImageUploads } from './use-image-uploads.ts';

const button = 'picture-button';

function Stored({
  image,
  main,
  onMain,
  onRemove,
}: {
  image: DraftImage;
  main: boolean;
  /** Undefined if no picture is the main one. */
  onMain: (() => void) | undefined;
  onRemove: () => void;
}) {
  return (
    <li className="picture">
      <img src={image.url} alt={main ? 'Main picture' : 'Picture'} width={400} height={225} />
      {main ? (
        <span className="chip chip-veil absolute bottom-2 left-2">Main picture</span>
      ) : onMain ? (
        <button type="button" className={`${button} bottom-1.5 left-1.5`} onClick={onMain}>
          <Star aria-hidden="true" />
          Make main
        </button>
      ) : null}
      <button type="button" className={`${button} top-1.5 right-1.5`} aria-label="Remove picture" onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </li>
  );
}

function Uploading({ image, onRetry, onDrop }: { image: UploadingImage; onRetry: () => void; onDrop: () => void }) {
  return (
    <li className="picture" data-failed={image.error ? true : undefined}>
      {image.error ? null : <img src={image.previewUrl} alt="" width={400} height={225} />}
      <div className="picture-veil">
        {image.error ? (
          <>
            <p role="alert">
              {image.file.name}: {image.error}
            </p>
            {image.again ? (
              <button type="button" className={`${button} static!`} onClick={onRetry}>
                <RotateCw aria-hidden="true" />
                Try again
              </button>
            ) : null}
          </>
        ) : (
          <ProgressBar share={image.share} label={`Uploading ${image.file.name}`} />
        )}
      </div>
      <button
        type="button"
        className={`${button} top-1.5 right-1.5`}
        aria-label={image.error ? 'Remove' : 'Cancel upload'}
        onClick={onDrop}
      >
        <X aria-hidden="true" />
      </button>
    </li>
  );
}

export interface PicturesFieldProps {
  images: readonly DraftImage[];
  onChange: (edit: (images: DraftImage[]) => DraftImage[]) => void;
  error?: string;
  most: number;
  /** The first picture is the main one. */
  hasMain?: boolean;
  /** Ends the note below the button. */
  note?: string;
  /** Told when the first upload starts and the last one ends. */
  onBusy?: (busy: boolean) => void;
}

/** Pictures, uploaded as they are chosen. */
export function PicturesField({ images, onChange, error, most, hasMain = false, note, onBusy }: PicturesFieldProps) {
  const { uploads, start, drop, retry } = useImageUploads(({ id, url }) => onChange((now) => [...now, { id, url }]));
  const room = most - images.length - uploads.length;
  const isBusy = uploads.some((upload) => !upload.error);
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-1.5">
        Pictures<span className="font-normal text-faint"> optional</span>
      </legend>
      {images.length + uploads.length > 0 ? (
        <ul className="pictures">
          {images.map((image, index) => (
            <Stored
              key={image.id}
              image={image}
              main={hasMain && index === 0}
              onMain={
                hasMain ? () => onChange((now) => [image, ...now.filter(({ id }) => id !== image.id)]) : undefined
              }
              onRemove={() => onChange((now) => now.filter(({ id }) => id !== image.id))}
            />
          ))}
          {uploads.map((image) => (
            <Uploading key={image.key} image={image} onRetry={() => retry(image)} onDrop={() => drop(image.key)} />
          ))}
        </ul>
      ) : null}
      {room > 0 ? (
        <FileDrop
          label={images.length > 0 ? 'Add another picture' : 'Choose pictures or drop them here'}
          note={`PNG, JPG or WebP, under 5 MB each, at most ${most}.${note ? ` ${note}` : ''}`}
          accept={limits.imageTypes.join(',')}
          multiple
          error={error}
          onFiles={(files) => {
            for (const file of files.slice(0, room)) start(file);
          }}
        />
      ) : (
        <p className="text-sm text-muted">
          You’ve added {most} pictures, the most there can be. Remove one to add another.
        </p>
      )}
    </fieldset>
  );
}
