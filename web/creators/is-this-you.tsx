import { useState } from 'react';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { useUser } from '#web/data/session.ts';
import { useSignInFirst } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const loadClaim = () => import('./claim-creator-dialog.tsx').then((module) => module.ClaimCreatorDialog);
const ClaimCreatorDialog = lazyComponent(loadClaim, { browserOnly: true });
const loadRemoval = () => import('./remove-creator-dialog.tsx').then((module) => module.RemoveCreatorDialog);
const RemoveCreatorDialog = lazyComponent(loadRemoval, { browserOnly: true });

function Question({ profile, ask }: { profile: CreatorProfile; ask: (what: 'claim' | 'remove') => void }) {
  const waiting = profile.claim === 'pending';
  return (
    <section
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl bg-sunken px-5 py-4"
      aria-labelledby="is-this-you"
    >
      <div className="grow basis-80">
        <h2 id="is-this-you" className="text-lg!">
          {waiting ? t`Your claim is under review` : t`Is this you?`}
        </h2>
        <p className="mt-1 max-w-text text-muted">
          {waiting
            ? t`An admin is reviewing your proof, and we’ll notify you of the decision. If you can edit one of the linked pages, a code is faster.`
            : t`Fans added this profile; it is not affiliated with you. Claim it to respond to requests, or remove it. Once removed, it can’t be added again.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button onPointerEnter={() => prefetch(loadClaim)} onClick={() => ask('claim')}>
          {waiting ? t`Claim with a code` : t`Claim this profile`}
        </Button>
        <Button
          variant="ghost"
          onPointerEnter={() => prefetch(loadRemoval)}
          onClick={() => ask('remove')}
        >{t`Remove me`}</Button>
      </div>
    </section>
  );
}

/** On a profile that fans added: lets the creator claim it or have it removed. */
export function IsThisYou({ profile }: { profile: CreatorProfile }) {
  const user = useUser();
  const signIn = useSignInFirst(t`Please log in to say that this is you`);
  const [open, setOpen] = useState<'claim' | 'remove'>();
  const close = () => setOpen(undefined);
  const asks = profile.status === 'unclaimed' && (!user || profile.claim !== null);
  return (
    <>
      {asks ? <Question profile={profile} ask={(what) => (user ? setOpen(what) : signIn())} /> : null}
      {/* Stays open once the profile belongs to the creator, to say so. */}
      {open === 'claim' ? <ClaimCreatorDialog profile={profile} onClose={close} /> : null}
      {open === 'remove' ? <RemoveCreatorDialog profile={profile} onClose={close} /> : null}
    </>
  );
}
