import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeCover, getCreator, removeCover, setCover } from '#contract/calls/creators.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { upload } from '#web/data/upload.ts';
import { pictureFault } from '#web/pictures/picture-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useFilePreview } from './use-file-preview.ts';

function Preview({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt={t`Cover preview`}
      className="aspect-4/1 h-auto w-full rounded-md bg-sunken object-cover"
      width={800}
      height={200}
    />
  );
}

/** Sets, describes and removes the cover of the person's own creator page. */
export function CoverDialog({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  const { coverUrl, coverAlt } = profile;
  const refresh = useRefresh();
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState(coverAlt);
  const [fault, setFault] = useState<string>();
  const [share, setShare] = useState<number>();
  const shown = useFilePreview(file) ?? coverUrl;
  const change = useMutation({
    mutationFn: async (to: 'saved' | 'removed') => {
      if (to === 'removed') return call(removeCover);
      if (!file) return call(describeCover, { body: { alt } });
      const form = new FormData();
      form.append('cover', file);
      form.append('alt', alt);
      return upload(setCover, form, { onProgress: setShare });
    },
    onSuccess: async (_cover, to) => {
      await refresh(getCreator);
      onClose();
      if (to === 'saved') toast({ title: t`Cover saved` });
      else toast({ title: t`Cover removed`, description: t`Your page shows a drawing instead.` });
    },
    onSettled: () => setShare(undefined),
  });
  const choose = async (chosen: File | undefined) => {
    const wrong = chosen && (await pictureFault(chosen));
    setFault(wrong);
    change.reset();
    if (chosen && !wrong) setFile(chosen);
  };
  const hasChange = file !== undefined || (coverUrl !== null && alt.trim() !== coverAlt);
  return (
    <Dialog
      open
      onClose={onClose}
      title={coverUrl ? t`Change your cover` : t`Add a cover`}
      footer={
        <>
          {coverUrl ? (
            <Button
              variant="ghost"
              className="me-auto"
              disabled={change.isPending}
              onClick={() => change.mutate('removed')}
            >{t`Remove cover`}</Button>
          ) : null}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={change.isPending}
            disabled={!hasChange}
            onClick={() => change.mutate('saved')}
          >{t`Save cover`}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        {shown ? <Preview src={shown} /> : null}
        <FileDrop
          label={shown ? t`Choose another picture` : t`Choose a picture`}
          note={t`PNG, JPG or WebP, under 5 MB. Wide pictures fit best: phones show more of the height.`}
          accept={limits.imageTypes.join(',')}
          busy={change.isPending}
          onFiles={([chosen]) => void choose(chosen)}
          {...(fault ? { error: fault } : {})}
        />
        <TextField
          label={t`Description`}
          optional
          hint={t`What the picture shows, for people who can’t see it. Leave it empty if the picture is only decoration.`}
          value={alt}
          maxLength={limits.coverAlt}
          disabled={!shown}
          onChange={(event) => setAlt(event.target.value)}
        />
        {share === undefined ? null : <ProgressBar share={share} label={t`Uploading your cover`} />}
        {change.error ? (
          <p className="field-error" role="alert">
            {change.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
