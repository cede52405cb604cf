import { Eye } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { kindOf } from '#contract/content-kind.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import type { ContentFile, DeliveredContent } from '#contract/delivery.ts';
import { formatItems } from '#contract/language/lists.ts';
import { plural, t } from '#contract/language/text.ts';
import { declaredType, unknownType } from '#contract/media-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type DeliveryDraft, filledLinks } from './delivery-draft.ts';
import type { UploadView } from './upload-file.ts';
import type { Uploads } from './use-uploads.ts';

/** Renders a delivery as fans see it. The page provides it. */
export type PreviewDelivery = (delivery: DeliveredContent, from: UserSummary | null) => ReactNode;

/** A file as the delivery will contain it, from this device. */
function contentOf({ key, name, sizeBytes }: UploadView, file: File, url: string): ContentFile {
  // Files without a type upload as unknown.
  const contentType = declaredType(file.type || unknownType, name);
  const kind = kindOf(contentType, name);
  return {
    id: key,
    name,
    // The reading view loads texts from the server.
    contentType: kind === 'document' ? '' : contentType,
    sizeBytes,
    kind,
    url,
    previewUrl: null,
    durationMs: null,
    peaks: null,
    public: false,
  };
}

/** The chosen files with URLs on this device, and the names of those that only the server has. */
function useLocalFiles(uploads: Uploads) {
  const [files, setFiles] = useState<ContentFile[]>([]);
  const { views, fileOf } = uploads;
  const keys = views.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: URLs are made again only for other files
  useEffect(() => {
    const made = views.flatMap((view) => {
      const file = fileOf(view.key);
      return file ? [contentOf(view, file, URL.createObjectURL(file))] : [];
    });
    setFiles(made);
    return () => {
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [keys]);
  return { files, absent: views.filter(({ key }) => !fileOf(key)).map(({ name }) => name) };
}

interface PreviewProps {
  pool: CreatorRequest;
  draft: DeliveryDraft;
  uploads: Uploads;
  view: PreviewDelivery;
}

function Preview({ pool, draft, uploads, view }: PreviewProps) {
  const { files, absent } = useLocalFiles(uploads);
  const now = new Date().toISOString();
  const delivery: DeliveredContent = {
    claimId: pool.id,
    status: 'approved',
    note: draft.note.trim(),
    text: draft.text.trim() || null,
    links: filledLinks(draft),
    files,
    submittedAt: now,
    deliveredAt: now,
    reason: null,
  };
  return (
    <div className="grid gap-4">
      {view(delivery, pool.assignedCreator)}
      {absent.length > 0 ? (
        <p className="text-sm text-muted wrap-anywhere">{t`${plural({ files: absent.length }, { one: 'Part of your delivery, but not shown here because you uploaded it earlier', other: 'Part of your delivery, but not shown here because you uploaded them earlier' })}: ${{ names: formatItems(absent) }}.`}</p>
      ) : null}
    </div>
  );
}

/** Opens the delivery as fans will see it, before it is submitted. */
export function DeliveryPreview({ isEmpty, ...preview }: PreviewProps & { isEmpty: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="lg"
        disabled={isEmpty}
        icon={<Eye aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >{t`Preview`}</Button>
      {open ? (
        <Dialog open onClose={() => setOpen(false)} title={t`What fans will see`} size="lg">
          <Preview {...preview} />
        </Dialog>
      ) : null}
    </>
  );
}
