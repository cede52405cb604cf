import { ImageOff, X } from 'lucide-react';
import { count } from '#contract/values/time.ts';
import type { UploadingImage } from '#web/pictures/use-image-uploads.ts';
import { ProgressBar } from '#web/ui/display.tsx';
import type { ComposedPictures } from './use-composed-pictures.ts';

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="chat-tile-remove" aria-label={label} title={label} onClick={onClick}>
      <X aria-hidden="true" />
    </button>
  );
}

function Upload({ image }: { image: UploadingImage }) {
  if (image.error) return <ImageOff aria-hidden="true" />;
  return (
    <>
      <img src={image.previewUrl} alt="" width={72} height={72} />
      <ProgressBar share={image.share} label={`Uploading ${image.file.name}`} />
    </>
  );
}

function Fault({ image, onRetry }: { image: UploadingImage; onRetry: () => void }) {
  return (
    <p className="chat-failed wrap-anywhere" role="alert">
      {image.file.name}: {image.error}{' '}
      {image.again ? (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      ) : null}
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
        <ul className="chat-tray" aria-label="Pictures to send">
          {stored.map(({ id, url }, index) => (
            <li key={id} className="chat-tile">
              <img src={url.replace('.webp', '-400.webp')} alt="" width={72} height={72} />
              <RemoveButton
                label={stored.length === 1 ? 'Remove picture' : `Remove picture ${index + 1}`}
                onClick={() => {
                  remove(id);
                  onChange();
                }}
              />
            </li>
          ))}
          {uploads.map((image) => (
            <li key={image.key} className="chat-tile" data-failed={image.error ? '' : undefined}>
              <Upload image={image} />
              <RemoveButton
                label={image.error ? `Remove ${image.file.name}` : `Cancel the upload of ${image.file.name}`}
                onClick={() => {
                  drop(image.key);
                  onChange();
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {failed.map((image) => (
        <Fault key={image.key} image={image} onRetry={() => retry(image)} />
      ))}
      {note ? (
        <p className="chat-tray-note" role="alert">
          {note}
        </p>
      ) : null}
      <p className="sr-only" role="status">
        {stored.length > 0 ? `${count(stored.length, 'picture')} ready to send` : ''}
      </p>
    </>
  );
}
