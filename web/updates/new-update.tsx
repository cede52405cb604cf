import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { editUpdate, postUpdate } from '#contract/calls/updates-and-comments.ts';
import { t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { call } from '#web/data/call.ts';
import { useDraftSaving } from '#web/data/stored-draft.ts';
import { toast } from '#web/ui/toast.tsx';
import { loadUpdateDraft, newDraft, saveUpdateDraft, type UpdateDraft } from './update-draft.ts';
import { AudienceChoice, UpdateForm } from './update-form.tsx';
import { useRefreshUpdates } from './update-queries.ts';

/** The form for a new update. This browser keeps what the person wrote until the update is posted. */
export function NewUpdate({ poolId, user, onClose }: { poolId: string; user: CurrentUser; onClose: () => void }) {
  const refresh = useRefreshUpdates();
  const [draft, setDraft] = useState<UpdateDraft>(() => loadUpdateDraft(poolId, user.id) ?? newDraft());
  const endSaving = useDraftSaving(draft, (latest) => saveUpdateDraft(poolId, user.id, latest));
  const post = async () => {
    const { images, ...fields } = draft;
    // A failed post must not lose the last words.
    saveUpdateDraft(poolId, user.id, draft);
    const imageIds = images.map(({ id }) => id);
    const posted = await call(postUpdate, { params: { id: poolId }, body: { ...fields, imageIds } });
    // The server may have stored an earlier try whose answer was lost, and the person may have changed the draft since.
    const isCurrent =
      posted.content === tidyText(fields.content) && posted.images.map(({ id }) => id).join() === imageIds.join();
    if (!isCurrent) {
      await call(editUpdate, { params: { id: posted.id }, body: { content: fields.content, imageIds } });
    }
    // The request key of the posted draft is used.
    endSaving();
    saveUpdateDraft(poolId, user.id, undefined);
    toast({
      title: t`Update posted`,
      description: t`Fans of this pool get a notification and, if they want it, an email.`,
    });
    await refresh();
    onClose();
  };
  return (
    <UpdateForm
      label={t`Write an update`}
      action={t`Post update`}
      content={draft.content}
      images={draft.images}
      onChange={(change) => setDraft((now) => ({ ...now, ...change(now) }))}
      onSubmit={post}
      onCancel={() => {
        saveUpdateDraft(poolId, user.id, draft);
        onClose();
      }}
    >
      <AudienceChoice audience={draft.audience} onChange={(audience) => setDraft((now) => ({ ...now, audience }))} />
    </UpdateForm>
  );
}
