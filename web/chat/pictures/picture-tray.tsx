import { ImageOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural, sentenceSpace, type Text, t } from '#contract/language/text.ts';
import type { UploadingImage } from '#web/pictures/use-image-uploads.ts';
import { ProgressBar } from '#web/ui/display.tsx';
import type { ComposedPictures } from './use-composed-pictures.ts';

function RemoveButton({ label, onClick }: { label: Text; onClick: () => void }) {
  return (
    // On pictures, the same in both themes. The target is larger than the circle.
    <button
      type="button"
      className="absolute -end-2 -top-2 grid size-7 place-items-center rounded-full border-2 border-surface bg-[oklch(0.2_0.04_325)] text-[oklch(0.98_0.01_85)] after:absolute after:-inset-2 hover:bg-[oklch(0.35_0.06_325)]"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  );
}

function Tile({ src, failed, children }: { src?: string; failed?: boolean; children: ReactNode }) {
  return (
    <li
      className={`relative grid size-18 place-items-center rounded-md forced-colors:border ${failed ? 'bg-danger-wash text-danger-text' : 'bg-sunken text-faint shadow-ring'}`}
    >
      {failed ? (
        <ImageOff aria-hidden="true" className="size-6" />
      ) : (
        <img src={src} alt="" width={72} height={72} className="absolute inset-0 size-full rounded-md object-cover" />
      )}
      <div className="contents">{children}</div>
    </li>
  );
}

function Fault({ image, onRetry }: { image: UploadingImage; onRetry: () => void }) {
  return (
    <p className="pb-1.5 text-sm wrap-anywhere text-danger-text" role="alert">
      {image.file.name}: {image.error}
      {sentenceSpace()}
      {image.again ? <button type="button" className="link min-h-6" onClick={onRetry}>{t`Try again`}</button> : null}
    </p>
  );
}

/** The pictures of the message being written, above its text. `onChange` gives the focus back to the text. */
export function PictureTray({ pictures, onChange }: { pictures: ComposedPictures; onChange: () => void }) {
  const { stored, uploads, note, remove, drop, retry } = pictures;
  const failed = uploads.filter(({ error }) => error);
  return (
    <>
      {stored.length + uploads.length > 0 ? (
        <ul className="flex flex-wrap gap-2 py-2" aria-label={t`Pictures to send`}>
          {stored.map(({ id, url }, index) => (
            <Tile key={id} src={url.replace('.webp', '-400.webp')}>
              <RemoveButton
                label={stored.length === 1 ? t`Remove picture` : t`Remove picture ${{ number: index + 1 }}`}
                onClick={() => {
                  remove(id);
                  onChange();
                }}
              />
            </Tile>
          ))}
          {uploads.map((image) => (
            <Tile key={image.key} src={image.previewUrl} failed={Boolean(image.error)}>
              {image.error ? null : (
                <div className="absolute inset-x-2 bottom-2">
                  <ProgressBar share={image.share} label={t`Uploading ${{ file: image.file.name }}`} />
                </div>
              )}
              <RemoveButton
                label={
                  image.error
                    ? t`Remove ${{ file: image.file.name }}`
                    : t`Cancel the upload of ${{ file: image.file.name }}`
                }
                onClick={() => {
                  drop(image.key);
                  onChange();
                }}
              />
            </Tile>
          ))}
        </ul>
      ) : null}
      {failed.map((image) => (
        <Fault key={image.key} image={image} onRetry={() => retry(image)} />
      ))}
      {note ? (
        <p className="pb-1.5 text-sm text-muted" role="alert">
          {note}
        </p>
      ) : null}
      <p className="sr-only" role="status">
        {stored.length > 0
          ? t`${plural({ pictures: stored.length }, { one: '# picture', other: '# pictures' })} ready to send`
          : ''}
      </p>
    </>
  );
}
