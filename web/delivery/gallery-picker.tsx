import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getContent, listGallery, publishFile, unpublishFile } from '#contract/calls/delivery.ts';
import type { ContentFile, DeliveredContent } from '#contract/delivery.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Chip } from '#web/ui/display.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { titleOf } from './content-files.ts';
import { FileItem } from './file-icon.tsx';

interface ConfirmProps {
  file: ContentFile;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmPublic({ file, busy, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      open
      size="sm"
      title={t`Show “${{ title: titleOf(file) }}” to everyone?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>{t`Show to everyone`}</Button>
        </>
      }
    >
      <p className="text-muted">{t`Everyone can open and download this file on your creator page, including people who didn’t pay. You can make it private again at any time.`}</p>
    </Dialog>
  );
}

function FileChoice({ file }: { file: ContentFile }) {
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (isPublic: boolean) => call(isPublic ? publishFile : unpublishFile, { params: { id: file.id } }),
    onSuccess: async (_result, isPublic) => {
      await refresh(getContent, listGallery);
      setAsking(false);
      toast({ title: isPublic ? t`Shown on your creator page` : t`Private again` });
    },
    onError: (error) => {
      setAsking(false);
      toastError(error);
    },
  });
  const title = titleOf(file);
  return (
    <FileItem name={file.name} previewUrl={file.previewUrl}>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
        <b className="wrap-anywhere" dir="auto">
          {title}
        </b>
        {file.public ? <Chip tone="paid">{t`Public`}</Chip> : null}
      </span>
      <Button
        size="sm"
        aria-label={file.public ? t`Make private: ${{ title }}` : t`Show to everyone: ${{ title }}`}
        busy={isPending && !asking}
        onClick={() => (file.public ? mutate(false) : setAsking(true))}
      >
        {file.public ? t`Make private` : t`Show to everyone`}
      </Button>
      {asking ? (
        <ConfirmPublic file={file} busy={isPending} onConfirm={() => mutate(true)} onClose={() => setAsking(false)} />
      ) : null}
    </FileItem>
  );
}

/** Lets the creator of a completed pool choose which files are in the gallery of the creator page. */
export function GalleryPicker({ deliveries }: { deliveries: readonly DeliveredContent[] }) {
  const files = deliveries
    .filter(({ status }) => status === 'approved')
    .flatMap((delivery) => delivery.files)
    .filter(({ kind }) => kind !== 'captions');
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="gallery-picker" className="pt-5">
      <h3 id="gallery-picker">{t`Your gallery`}</h3>
      <p className="mt-1 mb-3 max-w-text text-muted">{t`Choose the files that everyone can see on your creator page. All others stay between you and the fans who paid.`}</p>
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <FileChoice key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}
