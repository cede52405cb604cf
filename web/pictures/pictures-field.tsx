import { RotateCw, Star, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { msg, plural, sentences, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { ProgressBar } from '#web/ui/display.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { type DraftImage, type UploadingImage, useImageUploads } from './use-image-uploads.ts';

function Tile({ children }: { children: ReactNode }) {
  return <li className="relative aspect-video overflow-hidden rounded-md bg-sunken">{children}</li>;
}

/** A button on a picture, the same in both themes. */
function TileButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-sm bg-[oklch(0.2_0.04_325/0.82)] px-2.5 text-sm font-[650] text-[oklch(0.98_0.01_85)] hover:bg-[oklch(0.3_0.05_325)] pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${className ?? ''}`}
    />
  );
}

function RemoveButton({ label, onClick }: { label: Text; onClick: () => void }) {
  return (
    <TileButton className="absolute end-1.5 top-1.5" aria-label={label} onClick={onClick}>
      <X aria-hidden="true" className="size-3.75" />
    </TileButton>
  );
}

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
    <Tile>
      <img
        src={image.url}
        alt={main ? t`Main picture` : t`Picture`}
        width={400}
        height={225}
        className="size-full object-cover"
      />
      {main ? (
        <span className="chip chip-veil absolute start-2 bottom-2">{t`Main picture`}</span>
      ) : onMain ? (
        <TileButton className="absolute start-1.5 bottom-1.5" onClick={onMain}>
          <Star aria-hidden="true" className="size-3.75" />
          {t`Make main`}
        </TileButton>
      ) : null}
      <RemoveButton label={t`Remove picture`} onClick={onRemove} />
    </Tile>
  );
}

function Uploading({ image, onRetry, onDrop }: { image: UploadingImage; onRetry: () => void; onDrop: () => void }) {
  return (
    <Tile>
      {image.error ? null : (
        <img src={image.previewUrl} alt="" width={400} height={225} className="size-full object-cover" />
      )}
      <div
        className={`absolute inset-0 flex flex-col justify-end gap-2 p-3 text-sm leading-[1.35] text-[oklch(0.98_0.01_85)] ${image.error ? 'bg-[oklch(0.2_0.04_325/0.86)]' : 'bg-[oklch(0.2_0.04_325/0.5)]'}`}
      >
        {image.error ? (
          <>
            <p role="alert">
              {image.file.name}: {image.error}
            </p>
            {image.again ? (
              <TileButton onClick={onRetry}>
                <RotateCw aria-hidden="true" className="size-3.75" />
                {t`Try again`}
              </TileButton>
            ) : null}
          </>
        ) : (
          <ProgressBar share={image.share} label={t`Uploading ${{ name: image.file.name }}`} />
        )}
      </div>
      <RemoveButton label={image.error ? t`Remove` : t`Cancel upload`} onClick={onDrop} />
    </Tile>
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
  note?: Text;
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
        <RichText
          text={msg`Pictures<optional> optional</optional>`}
          tags={{ optional: (text) => <span className="font-normal text-faint">{text}</span> }}
        />
      </legend>
      {images.length + uploads.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(--spacing(44),1fr))] gap-3">
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
          label={images.length > 0 ? t`Add another picture` : t`Choose pictures or drop them here`}
          note={sentences(t`PNG, JPG or WebP, under 5 MB each, at most ${{ most }}.`, note)}
          accept={limits.imageTypes.join(',')}
          multiple
          error={error}
          onFiles={(files) => {
            for (const file of files.slice(0, room)) start(file);
          }}
        />
      ) : (
        <p className="text-sm text-muted">{t`You’ve added ${plural({ pictures: most }, { one: '# picture', other: '# pictures' })}, the most there can be. Remove one to add another.`}</p>
      )}
    </fieldset>
  );
}
