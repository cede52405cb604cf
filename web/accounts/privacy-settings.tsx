import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { updateProfile } from '#contract/calls/accounts.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useStoreUser } from './settings-data.ts';

/** The privacy settings: the user's data that others see. Saves each change immediately. */
export function PrivacySettings({ user }: { user: CurrentUser }) {
  const ready = useHydrated();
  const storeUser = useStoreUser();
  const [wanted, setWanted] = useState<boolean>();
  const save = async (backsPrivate: boolean) => {
    setWanted(backsPrivate);
    try {
      storeUser(await call(updateProfile, { body: { backsPrivate } }));
      toast({
        title: backsPrivate ? t`The pools you back are private` : t`The pools you back are public`,
        description: backsPrivate
          ? t`Only you see them on your profile, and pools no longer show your name.`
          : t`Anonymous pledges are never shown.`,
      });
    } catch (error) {
      toastError(error, t`Your choice wasn’t saved`);
    }
    setWanted(undefined);
  };
  return (
    <div className="card px-5 py-2.5">
      <Checkbox
        label={t`Hide the pools I back`}
        note={t`Your profile then shows only the pools you start and the creators you follow. Pools count you without showing your name. Anonymous pledges are never shown.`}
        checked={wanted ?? user.backsPrivate}
        disabled={!ready}
        onChange={(event) => void save(event.target.checked)}
      />
    </div>
  );
}
