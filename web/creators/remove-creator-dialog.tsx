import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CreatorProfile, getCreator, listCreators, removeCreator, searchCreators } from '#contract/creators.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

/** Asks once before a profile goes for good. */
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
      // Still on screen for a moment: asked again only when somebody comes back to it.
      void queries.invalidateQueries({ queryKey: [getCreator.path], refetchType: 'none' });
      toast({ title: 'The profile is removed', description: 'Nobody can add it again.' });
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
      title={`Remove ${profile.displayName}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={remove}>
            Remove the profile
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          The profile goes at once and cannot be brought back, and nobody can add this name or @{profile.username}{' '}
          again. Tip pools that ask it go on, and ask no one in particular.
        </p>
        <Checkbox
          label={`I am ${profile.displayName}, or I act for them`}
          note="Admins see who had a profile removed."
          checked={confirmed}
          error={tried && !confirmed ? 'Please confirm that this is you' : undefined}
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
