import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { setInterests, skipWelcome } from '#contract/calls/accounts.ts';
import type { Interests } from '#contract/interests.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { AvatarSettings } from './avatar-settings.tsx';
import { useStoreInterests } from './interests-data.ts';
import { InterestsField } from './interests-field.tsx';

/** Hides the card at once and shows it again if the server could not store the answer. */
function useAnswer(shown: Interests) {
  const store = useStoreInterests();
  return async (interests: readonly string[], send: () => Promise<Interests>) => {
    store({ interests: [...interests], welcome: false });
    try {
      store(await send());
      toast({ title: t`You’re all set`, description: t`You can change this in your settings.` });
    } catch (error) {
      store(shown);
      toastError(error, t`Your answer wasn’t saved`);
    }
  };
}

export interface WelcomeCardProps {
  user: CurrentUser;
  interests: Interests;
}

/** Asks a new person for up to three interests and a picture, both optional. */
export function WelcomeCard({ user, interests }: WelcomeCardProps) {
  const ready = useHydrated();
  const answer = useAnswer(interests);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const hasAnswer = chosen.length > 0 || user.avatarUrl !== null;
  const finish = () => answer(chosen, () => call(setInterests, { body: { interests: [...chosen] } }));
  const skip = () => answer([], () => call(skipWelcome));
  return (
    <section aria-labelledby="welcome-card" className="card mb-8 grid gap-5 p-5 sm:p-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="welcome-card">{t`Make this page yours`}</h2>
          <p className="mt-1 text-muted">{t`Tell us what you like, and we’ll show those pools first.`}</p>
        </div>
        <Button variant="ghost" disabled={!ready} onClick={() => void skip()}>
          {t({ message: 'Skip', context: 'leaves questions unanswered' })}
        </Button>
      </div>
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <InterestsField chosen={chosen} onChange={setChosen} />
        <div>
          <h3 className="field-label mb-2">{t`Your picture`}</h3>
          <AvatarSettings user={user} compact />
        </div>
      </div>
      <Button
        variant="primary"
        className="w-max"
        disabled={!ready || !hasAnswer}
        onClick={() => void finish()}
      >{t`Done`}</Button>
    </section>
  );
}
