import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { updateProfile } from '#contract/settings.ts';
import { call } from '#web/data/call.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { useStoreUser } from './settings-data.ts';

/** What of me others see. Saved as it is ticked. */
export function PrivacySettings({ user }: { user: CurrentUser }) {
  const ready = useHydrated();
  const keep = useStoreUser();
  const [wanted, setWanted] = useState<boolean>();
  const save = async (backsPrivate: boolean) => {
    setWanted(backsPrivate);
    try {
      keep(await call(updateProfile, { body: { backsPrivate } }));
      toast({
        title: backsPrivate ? 'What you back is private' : 'What you back is shown',
        description: backsPrivate
          ? 'Only you see it on your profile, and pools no longer name you.'
          : 'Anonymous pledges are never shown.',
      });
    } catch (error) {
      toastError(error, 'Your choice was not saved');
    }
    setWanted(undefined);
  };
  return (
    <div className="card px-5 py-2.5">
      <Checkbox
        label="Keep what I back to myself"
        note="Your profile then shows only what you start and follow, and pools count you without your name. Anonymous pledges are never shown."
        checked={wanted ?? user.backsPrivate}
        disabled={!ready}
        onChange={(event) => void save(event.target.checked)}
      />
    </div>
  );
}
