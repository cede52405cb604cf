import { useState } from 'react';
import { editUpdate, type Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/ui/toast.tsx';
import { type UpdateFields, UpdateForm } from './update-form.tsx';
import { useRefreshUpdates } from './update-queries.ts';

/** The form that changes the text and the pictures of an update. */
export function EditUpdate({ update, onClose }: { update: Update; onClose: () => void }) {
  const refresh = useRefreshUpdates();
  const { id } = update;
  const [fields, setFields] = useState<UpdateFields>(() => ({ content: update.content, images: [...update.images] }));
  const save = async () => {
    const imageIds = fields.images.map((image) => image.id);
    await call(editUpdate, { params: { id }, body: { content: fields.content, imageIds } });
    await refresh();
    toast({ title: 'Update saved' });
    onClose();
  };
  return (
    <UpdateForm
      label="Edit the update"
      action="Save"
      {...fields}
      onChange={setFields}
      onSubmit={save}
      onCancel={onClose}
    />
  );
}
