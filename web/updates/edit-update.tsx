import { type ReactNode, useState } from 'react';
import { editUpdate } from '#contract/calls/updates-and-comments.ts';
import { type Text, t } from '#contract/language/text.ts';
import type { Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { useTwoEdits } from '#web/data/two-edits.ts';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type UpdateFields, UpdateForm } from './update-form.tsx';
import { useRefreshUpdates } from './update-queries.ts';

const labels = (): Record<keyof UpdateFields, Text> => ({ content: t`Text`, images: t`Pictures` });

function shown(_name: keyof UpdateFields, value: UpdateFields[keyof UpdateFields]): ReactNode {
  if (typeof value === 'string') return value;
  if (value.length === 0) return t`No pictures`;
  return (
    <span className="flex flex-wrap gap-2">
      {value.map(({ id, url }, index) => (
        <img
          key={id}
          src={url}
          alt={t`Number ${{ number: index + 1 }}`}
          width={64}
          height={64}
          className="size-16 object-cover"
        />
      ))}
    </span>
  );
}

/** The form that changes the text and the pictures of an update. */
export function EditUpdate({ update, onClose }: { update: Update; onClose: () => void }) {
  const refresh = useRefreshUpdates();
  const { id } = update;
  const [fields, setFields] = useState<UpdateFields>(() => ({ content: update.content, images: [...update.images] }));
  const edits = useTwoEdits<UpdateFields>({ version: update.version ?? undefined, fields }, (part) =>
    setFields((now) => ({ ...now, ...part })),
  );
  const save = async () => {
    const saved = await edits.save(fields, ({ content, images }, version) =>
      call(editUpdate, { params: { id }, body: { content, imageIds: images?.map((image) => image.id), version } }),
    );
    await refresh();
    if (!saved) return;
    toast({ title: t`Update saved` });
    onClose();
  };
  return (
    <UpdateForm
      label={t`Edit the update`}
      action={t`Save`}
      {...fields}
      onChange={setFields}
      onSubmit={save}
      onCancel={onClose}
      notice={
        edits.clash ? (
          <EditClashNotice clash={edits.clash} labels={labels()} show={shown} onChoose={edits.choose} />
        ) : undefined
      }
    />
  );
}
