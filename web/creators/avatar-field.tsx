import { useEffect, useState } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { pictureFault } from '#web/pictures/picture-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

interface AvatarFieldProps {
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  /** The server's error about the file. */
  error: string | undefined;
}

/** The chosen picture, displayed as a circle. */
function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className="flex items-center gap-4">
      <img
        src={url}
        alt={t`Avatar preview`}
        width={64}
        height={64}
        className="size-16 flex-none rounded-full bg-sunken object-cover"
      />
      <span className="min-w-0 flex-1 truncate text-sm text-muted">{file.name}</span>
      <Button size="sm" onClick={onRemove}>{t`Remove`}</Button>
    </div>
  );
}

/** An optional picture. Files of a wrong type or size are rejected before the upload. */
export function AvatarField({ file, onChange, error }: AvatarFieldProps) {
  const [fault, setFault] = useState<string>();
  const choose = async (chosen: File | undefined) => {
    const wrong = chosen && (await pictureFault(chosen));
    setFault(wrong);
    onChange(wrong ? undefined : chosen);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1.5">
        <RichText
          text={msg`Avatar<optional> optional</optional>`}
          tags={{ optional: (text) => <span className="optional">{text}</span> }}
        />
      </legend>
      {file ? (
        <>
          <Preview file={file} onRemove={() => void choose(undefined)} />
          {error ? (
            <p className="field-error text-sm" role="alert">
              {error}
            </p>
          ) : null}
        </>
      ) : (
        <FileDrop
          label={t`Choose a picture or drop it here`}
          note={t`PNG, JPG or WebP, under 5 MB.`}
          accept={limits.imageTypes.join(',')}
          {...((fault ?? error) ? { error: fault ?? error ?? '' } : {})}
          onFiles={([first]) => void choose(first)}
        />
      )}
    </fieldset>
  );
}
