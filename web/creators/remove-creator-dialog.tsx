import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getCreator, listCreators, removeCreator, searchCreators } from '#contract/calls/creators.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

/** Asks for confirmation before a profile is removed permanently. */
export function RemoveCreatorDialog({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [confirmed, setConfirmed] = useState(false);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(removeCreator, { params: { username: profile.username }, body: { confirmed: true } }),
    onSuccess: () => {
      onClose();
      navigate(paths.creators, { replace: true });
      void refresh(listCreators, searchCreators);
      // The profile is still on screen for a moment. Mark it stale without a refetch, which would fail.
      void queries.invalidateQueries({ queryKey: [getCreator.path], refetchType: 'none' });
      toast({ title: t`Profile removed`, description: t`It can’t be added again.` });
    },
  });
  const remove = () => {
    setTried(true);
    if (confirmed) mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t`Remove ${{ name: profile.displayName }}?`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="danger" busy={isPending} onClick={remove}>{t`Remove profile`}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">{t`The profile is removed right away and can’t be restored. This name and @${{ username: profile.username }} can’t be added again. Its tip pools continue and are open to any creator.`}</p>
        <Checkbox
          label={t`I am ${{ name: profile.displayName }}, or I act for them`}
          note={t`Admins see who had a profile removed.`}
          checked={confirmed}
          error={tried && !confirmed ? t`Please confirm that this is you` : undefined}
          onChange={(event) => setConfirmed(event.target.checked)}
        />
        {error ? (
          <p className="field-error" role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
