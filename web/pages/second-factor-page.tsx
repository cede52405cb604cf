import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { paths, setUpPath, signInPath } from '#contract/paths.ts';
import type { SecondFactor } from '#contract/second-factor.ts';
import { askForProof } from '#web/accounts/ask-for-proof.ts';
import { targetOf } from '#web/accounts/auth-navigation.ts';
import { SecondFactorSettings } from '#web/accounts/second-factor-settings.tsx';
import { mySecondFactor } from '#web/accounts/settings-data.ts';
import { useSignInTarget } from '#web/accounts/use-sign-in-target.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { signOut } from '#web/data/sign-out.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

const hasFactor = ({ passkeys, app }: SecondFactor) => passkeys.length > 0 || app !== null;

export const page = definePage({
  title: msg`Set up a second step`,
  description: msg`A passkey or an authenticator app, which your role needs at sign-in.`,
  canonical: paths.setUpSecondFactor,
  noindex: true,
  load: async ({ fetch, url }) => {
    const target = targetOf(url.searchParams);
    const mine = await fetch(mySecondFactor).catch(() => undefined);
    if (!mine) return signInPath(setUpPath(target));
    return hasFactor(mine) || !mine.required ? target : undefined;
  },
});

export function Component() {
  const target = useSignInTarget();
  const queries = useQueryClient();
  const { data } = useData(mySecondFactor);
  useEffect(() => askForProof(queries), [queries]);
  const isDone = data !== undefined && hasFactor(data);
  return (
    <AuthFrame
      title={isDone ? t`Your second step is set up` : t`Set up a second step`}
      lead={
        isDone
          ? t`From now on, we ask for it when you sign in.`
          : t`Your role can do things that matter to other people, so your password alone isn’t enough. Add a passkey or an authenticator app to go on.`
      }
    >
      <SecondFactorSettings />
      <div className="mt-6 flex flex-wrap gap-3">
        {isDone ? (
          // Loads the page with the rights that the person has now.
          <a href={target} className={buttonClass({ variant: 'primary' })}>{t`Continue`}</a>
        ) : null}
        <Button onClick={() => void signOut()}>{t`Sign out`}</Button>
      </div>
    </AuthFrame>
  );
}
