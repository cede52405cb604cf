import { useState } from 'react';
import { setInterests } from '#contract/calls/accounts.ts';
import type { Interests } from '#contract/interests.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { myInterests, useStoreInterests } from './interests-data.ts';
import { InterestsField } from './interests-field.tsx';

const sameNames = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

function InterestsForm({ saved }: { saved: Interests }) {
  const store = useStoreInterests();
  const [chosen, setChosen] = useState<readonly string[]>(saved.interests);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const stored = await call(setInterests, { body: { interests: [...chosen] } });
      store(stored);
      toast({
        title: stored.interests.length > 0 ? t`Interests saved` : t`Interests removed`,
        description:
          stored.interests.length > 0
            ? t`Your home page shows pools in them first.`
            : t`Your home page shows pools of all categories.`,
      });
    } catch (error) {
      toastError(error, t`Your interests weren’t saved`);
    }
    setBusy(false);
  };
  return (
    <div className="card grid gap-4 p-5">
      <InterestsField chosen={chosen} onChange={setChosen} />
      <Button
        variant="primary"
        className="w-max"
        busy={busy}
        disabled={sameNames(chosen, saved.interests)}
        onClick={() => void save()}
      >{t`Save interests`}</Button>
    </div>
  );
}

/** Changes or removes the interests that the person chose when they signed up. */
export function InterestSettings() {
  return (
    <Loaded
      of={useData(myInterests)}
      loading={<Skeleton className="h-60 w-full" />}
      failed={t`We couldn’t load your interests`}
    >
      {(saved) => <InterestsForm saved={saved} />}
    </Loaded>
  );
}
