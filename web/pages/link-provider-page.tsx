import { useState } from 'react';
import { cancelLink, getWaitingLink } from '#contract/calls/providers.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { WaitingLink } from '#contract/providers.ts';
import { signInOptions } from '#web/accounts/demo-accounts.tsx';
import { Outcome } from '#web/accounts/outcome.tsx';
import { finishLink, ProveAccount } from '#web/accounts/prove-account.tsx';
import { asAppError, call } from '#web/data/call.ts';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';

const waitingLink = optional(query(getWaitingLink));

export const page = definePage({
  title: msg`Link your account`,
  description: msg`Show that the account with your email is yours, then sign in with the provider.`,
  noindex: true,
  queries: () => [signInOptions],
});

function Over({ message }: { message: string }) {
  const user = useUser();
  return (
    <AuthFrame title={t`Nothing to link`}>
      <Outcome
        actions={
          <LinkButton to={user ? `${paths.settings}#linked` : paths.auth} variant="primary">
            {user ? t`Linked accounts` : t`Sign in`}
          </LinkButton>
        }
      >
        <p>{message}</p>
      </Outcome>
    </AuthFrame>
  );
}

/** Leaves the provider unlinked. */
function useCancel() {
  const [busy, setBusy] = useState(false);
  const cancel = async (target: string) => {
    setBusy(true);
    try {
      await call(cancelLink);
      window.location.assign(target);
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return { busy, cancel: (target: string) => void cancel(target) };
}

function ConfirmLink({ link }: { link: WaitingLink }) {
  const user = useUser();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { cancel, busy: canceling } = useCancel();
  const confirm = async () => {
    setBusy(true);
    try {
      await finishLink(link);
    } catch (error) {
      setFailure(asAppError(error).message);
      setBusy(false);
    }
  };
  const { label } = link.provider;
  return (
    <AuthFrame title={t`Link ${{ provider: label }} to your account?`} back="/" backLabel={t`Home`}>
      <Outcome
        actions={
          <>
            <Button variant="primary" busy={busy} onClick={() => void confirm()}>
              {t`Link ${{ provider: label }}`}
            </Button>
            <Button busy={canceling} onClick={() => cancel(link.redirect)}>{t`Not now`}</Button>
          </>
        }
      >
        <p>
          <RichText
            text={msg`<email>${{ email: link.email }}</email> at ${{ provider: label }} will sign you in here as <b>@${{ name: user?.username ?? '' }}</b>.`}
            tags={{ email: (text) => <b className="break-all">{text}</b>, b: (text) => <b>{text}</b> }}
          />
        </p>
        {failure ? <p role="alert">{failure}</p> : null}
      </Outcome>
    </AuthFrame>
  );
}

function OtherAccount({ link }: { link: WaitingLink }) {
  const user = useUser();
  const { cancel, busy } = useCancel();
  return (
    <AuthFrame title={t`This is another account`} back="/" backLabel={t`Home`}>
      <Outcome
        actions={
          <>
            <Button variant="primary" onClick={() => void signOut()}>{t`Sign out`}</Button>
            <Button busy={busy} onClick={() => cancel('/')}>{t`Stay signed in`}</Button>
          </>
        }
      >
        <p>
          <RichText
            text={msg`You’re signed in as <b>@${{ name: user?.username ?? '' }}</b>, but this was for the account with <email>${{ email: link.account }}</email>.`}
            tags={{ b: (text) => <b>{text}</b>, email: (text) => <b className="break-all">{text}</b> }}
          />
        </p>
        <p>{t`To link it, sign out, then sign in with ${{ provider: link.provider.label }} again.`}</p>
      </Outcome>
    </AuthFrame>
  );
}

export function Component() {
  // A visitor's page is rendered once for all visitors, so it has no data of this browser.
  const { data: link, error } = useData(waitingLink, { enabled: useHydrated() });
  if (error) return <Over message={asAppError(error).message} />;
  if (!link) {
    return (
      <AuthFrame title={t`Link your account`}>
        <Skeleton className="h-60 w-full" />
        <noscript>
          <p className="mt-4">{t`Turn on JavaScript and reload this page to link your account.`}</p>
        </noscript>
      </AuthFrame>
    );
  }
  if (link.signedInAs === 'owner') return <ConfirmLink link={link} />;
  if (link.signedInAs === 'other') return <OtherAccount link={link} />;
  const { label } = link.provider;
  return (
    <AuthFrame
      title={t`Link ${{ provider: label }} to your account`}
      lead={t`You already have an account with ${{ email: link.account }}. Show once that it’s yours, and you can sign in with ${{ provider: label }} from now on.`}
      back={paths.auth}
      backLabel={t`Sign in`}
    >
      <ProveAccount link={link} />
    </AuthFrame>
  );
}
