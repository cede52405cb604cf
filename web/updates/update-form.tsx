import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { UpdateAudience } from '#contract/updates.ts';
import { asAppError } from '#web/data/call.ts';
import { PicturesField } from '#web/pictures/pictures-field.tsx';
import type { DraftImage } from '#web/pictures/use-image-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextArea } from '#web/ui/forms/field.tsx';

export interface UpdateFields {
  content: string;
  images: DraftImage[];
}

interface UpdateFormProps extends UpdateFields {
  label: Text;
  action: Text;
  onChange: (change: (now: UpdateFields) => UpdateFields) => void;
  /** Stores the update; rejects with an error that the form shows. */
  onSubmit: () => Promise<unknown>;
  onCancel: () => void;
  /** Above the fields. */
  notice?: ReactNode;
  /** Fields between the pictures and the buttons. */
  children?: ReactNode;
}

/** The counter appears at this length. */
const countFrom = limits.update.max - 1000;

/** The text and the pictures of an update. Ctrl or Cmd plus Enter submits it. */
export function UpdateForm({
  label,
  action,
  content,
  images,
  onChange,
  onSubmit,
  onCancel,
  notice,
  children,
}: UpdateFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: onSubmit });
  // The person opened the form to write.
  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const isEmpty = content.trim() === '';
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (!isEmpty && !isUploading && !isPending) mutate();
  };
  const fields = error ? asAppError(error).details.fields : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 rounded-2xl bg-surface p-5 shadow-ring">
      {notice}
      <TextArea
        label={label}
        rows={6}
        maxLength={limits.update.max}
        value={content}
        {...(content.length >= countFrom ? { counter: [content.length, limits.update.max] } : {})}
        error={tried && isEmpty ? t`Write something first` : fields?.content}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
        onChange={(event) => {
          const { value } = event.target;
          onChange((now) => ({ ...now, content: value }));
        }}
      />
      <PicturesField
        images={images}
        onChange={(edit) => onChange((now) => ({ ...now, images: edit(now.images) }))}
        error={fields?.imageIds}
        most={limits.update.images}
        onBusy={setUploading}
      />
      {children}
      {error && !fields?.content && !fields?.imageIds ? (
        <p role="alert" className="text-danger-text">
          {sentences(verbatim(asAppError(error).message), t`Your text is still here.`)}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>{t`Cancel`}</Button>
        <Button type="submit" variant="primary" busy={isPending} disabled={isUploading}>
          {isUploading ? t`Uploading…` : action}
        </Button>
      </div>
    </form>
  );
}

/** The choice of who can read a new update. */
export function AudienceChoice({
  audience,
  onChange,
}: {
  audience: UpdateAudience;
  onChange: (audience: UpdateAudience) => void;
}) {
  return (
    <fieldset>
      <legend className="field-label">{t`Who can read this?`}</legend>
      <Checkbox
        type="radio"
        name="audience"
        label={t`Everyone`}
        checked={audience === 'everyone'}
        onChange={() => onChange('everyone')}
      />
      <Checkbox
        type="radio"
        name="audience"
        label={t`Contributors only`}
        note={t`Fans who back this pool, its owner and its creator. You can’t change this after posting.`}
        checked={audience === 'contributors'}
        onChange={() => onChange('contributors')}
      />
    </fieldset>
  );
}
