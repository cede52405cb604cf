import { useQueryClient } from '@tanstack/react-query';
import { KeySquare, Smartphone, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getSettings, makeRecoveryCodes, removeAuthenticatorApp } from '#contract/calls/accounts.ts';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { ChangedFactor, SecondFactor } from '#contract/second-factor.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useData, useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { AppSetUp } from './second-factor/app-set-up.tsx';
import { RecoveryCodeList } from './second-factor/recovery-code-list.tsx';
import { mySecondFactor } from './settings-data.ts';

/** Stores the answer of a change for every part of the page. */
function useStoreFactor(): (factor: SecondFactor) => void {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return (factor) => {
    queries.setQueryData(mySecondFactor.queryKey, factor);
    // Says whether a password alone is a proof.
    void refresh(getSettings);
  };
}

function Row({ icon, title, note, children }: { icon: ReactNode; title: Text; note: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <span className="text-muted">{icon}</span>
      <div className="min-w-40 flex-1">
        <h3 className="text-base font-semibold">{title}</h3>
        <div className="text-sm text-muted">{note}</div>
      </div>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </div>
  );
}

function RemoveApp({ factor }: { factor: SecondFactor }) {
  const ready = useHydrated();
  const store = useStoreFactor();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      store(await call(removeAuthenticatorApp));
      setAsking(false);
      toast({ title: t`Authenticator app removed` });
    } catch (error) {
      setFailure(asAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={!ready} className="disabled:opacity-100!" onClick={() => setAsking(true)}>
        <RichText
          text={msg`Remove <spoken>authenticator app</spoken>`}
          tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
          setFailure(undefined);
        }}
        onConfirm={() => void remove()}
        title={t`Remove your authenticator app?`}
        action={t`Remove`}
        busy={busy}
        {...(failure ? { error: failure } : {})}
      >
        <p>
          {factor.passkeys.length > 0
            ? t`Its codes stop working. Your passkeys stay, and confirm your sign-ins.`
            : t`Your password alone will be enough to sign in, and your recovery codes stop working.`}
        </p>
      </Confirm>
    </>
  );
}

function AppRow({ factor }: { factor: SecondFactor }) {
  const store = useStoreFactor();
  const { app } = factor;
  const lastUsedAt = app?.lastUsedAt;
  const done = ({ secondFactor }: ChangedFactor) => {
    store(secondFactor);
    toast({ title: app ? t`Authenticator app replaced` : t`Authenticator app added` });
  };
  return (
    <Row
      icon={<Smartphone aria-hidden="true" />}
      title={t`Authenticator app`}
      note={
        app ? (
          <>
            <p>{t`Added ${{ date: fullDate(app.addedAt) }}`}</p>
            {lastUsedAt ? (
              <p>
                <RichText text={msg`Last used <when/>`} tags={{ when: () => <RelativeTime at={lastUsedAt} /> }} />
              </p>
            ) : null}
          </>
        ) : (
          <p>{t`An app on your phone shows a code that you enter after your password.`}</p>
        )
      }
    >
      <AppSetUp label={app ? t`Replace` : t`Set up`} onDone={done} />
      {app ? <RemoveApp factor={factor} /> : null}
    </Row>
  );
}

/** Below this many, the codes may run out before the person notices. */
const fewCodes = 3;

function CodesRow({ left }: { left: number }) {
  const ready = useHydrated();
  const store = useStoreFactor();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { secondFactor, recoveryCodes } = await call(makeRecoveryCodes);
      store(secondFactor);
      setCodes(recoveryCodes ?? []);
      setAsking(false);
    } catch (error) {
      setFailure(asAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Row
        icon={<KeySquare aria-hidden="true" />}
        title={t`Recovery codes`}
        note={
          left < fewCodes ? (
            <p className="flex items-center gap-1.5 text-danger-text">
              <TriangleAlert aria-hidden="true" className="size-4!" />
              {left === 0
                ? t`None left. Make new ones now.`
                : t`${plural({ codes: left }, { one: 'Only # code left. Make new ones soon.', other: 'Only # codes left. Make new ones soon.' })}`}
            </p>
          ) : (
            t`${plural({ codes: left }, { one: '# code left.', other: '# codes left.' })} Each works once, if you lose your phone or your passkey.`
          )
        }
      >
        <Button
          disabled={!ready}
          className="disabled:opacity-100!"
          onClick={() => setAsking(true)}
        >{t`Make new codes`}</Button>
      </Row>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
          setFailure(undefined);
        }}
        onConfirm={() => void make()}
        title={t`Make new recovery codes?`}
        action={t`Make new codes`}
        variant="primary"
        busy={busy}
        {...(failure ? { error: failure } : {})}
      >
        <p>{t`You get ten new codes. The ones you have now stop working.`}</p>
      </Confirm>
      <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={codes !== undefined}
      title={t`Save your recovery codes`}
      dismissible={false}
      onClose={onClose}
      footer={<Button variant="primary" onClick={onClose}>{t`I saved my codes`}</Button>}
    >
      <RecoveryCodeList codes={codes ?? []} />
    </Dialog>
  );
}

/** Passkeys, and the recovery codes that come with the first one. */
function Passkeys({ factor }: { factor: SecondFactor }) {
  const store = useStoreFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  const change = ({ secondFactor, recoveryCodes }: ChangedFactor) => {
    store(secondFactor);
    if (recoveryCodes) setCodes(recoveryCodes);
  };
  return (
    <>
      <PasskeyList factor={factor} onChange={change} />
      <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}

/** How the person confirms sign-ins besides the password. */
export function SecondFactorSettings() {
  return (
    <Loaded
      of={useData(mySecondFactor)}
      loading={<Skeleton className="h-40 w-full" />}
      failed={t`We couldn’t load your sign-in security`}
    >
      {(factor) => (
        <div className="grid gap-6">
          <Passkeys factor={factor} />
          <div className="card divide-y divide-line">
            <AppRow factor={factor} />
            {factor.app || factor.passkeys.length > 0 ? <CodesRow left={factor.recoveryCodesLeft} /> : null}
          </div>
          <p className="text-sm text-muted">
            <RichText
              text={msg`For programs that use your account, there are <tokens>API tokens</tokens>.`}
              tags={{
                tokens: (text) => (
                  <Link to={paths.apiTokens} className="link">
                    {text}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      )}
    </Loaded>
  );
}
