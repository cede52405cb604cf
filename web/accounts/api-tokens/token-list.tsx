import { KeySquare } from 'lucide-react';
import { useState } from 'react';
import { revokeToken } from '#contract/calls/tokens.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import type { ApiToken, TokenEnd } from '#contract/tokens.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useTokenList } from './tokens-data.ts';

const endTexts: Record<TokenEnd, Message> = {
  sessions_ended: msg`Ended because your password changed, or because all your sessions were ended.`,
  suspended: msg`Ended because your account was suspended.`,
  role_lost: msg`Ended because your role changed.`,
  restored: msg`Ended because this site was restored from a backup.`,
};

function StateChip({ state }: Pick<ApiToken, 'state'>) {
  if (state === 'active') return null;
  return (
    <Chip>
      {state === 'expired'
        ? t({ message: 'Expired', context: 'an API token' })
        : t({ message: 'Ended', context: 'an API token' })}
    </Chip>
  );
}

function Times({ token: { state, createdAt, expiresAt, ended } }: { token: ApiToken }) {
  if (ended) return <p>{textOf(endTexts[ended.reason])}</p>;
  const dates = { created: fullDate(createdAt), end: fullDate(expiresAt) };
  return (
    <p>
      {state === 'expired'
        ? t`Created ${{ created: dates.created }} · expired ${{ end: dates.end }}`
        : t`Created ${{ created: dates.created }} · expires ${{ end: dates.end }}`}
    </p>
  );
}

function LastUse({ lastUsed }: Pick<ApiToken, 'lastUsed'>) {
  if (!lastUsed) return <p>{t`Never used`}</p>;
  return (
    <p className="wrap-anywhere">
      <RichText
        text={msg`Last used <when/> from ${{ ip: lastUsed.ip }}`}
        tags={{ when: () => <RelativeTime at={lastUsed.at} /> }}
      />
    </p>
  );
}

function Row({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  const ready = useHydrated();
  const { name, scopes, state } = token;
  return (
    <li className="flex flex-wrap items-start gap-3 px-5 py-4">
      <KeySquare aria-hidden="true" className="mt-1 flex-none text-muted" />
      <div className="grid min-w-48 flex-1 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {name}
          </span>
          <StateChip state={state} />
        </p>
        <ul aria-label={t`What it may do`} className="flex flex-wrap gap-x-3 gap-y-1">
          {scopes.map((scope) => (
            <li key={scope}>
              <code className="text-sm">{scope}</code>
            </li>
          ))}
        </ul>
        <div className="text-sm text-muted">
          <Times token={token} />
          <LastUse lastUsed={token.lastUsed} />
        </div>
      </div>
      <Button size="sm" disabled={!ready} className="max-md:ms-8 disabled:opacity-100!" onClick={onEnd}>
        <RichText
          text={
            state === 'active' ? msg`Revoke <spoken>${{ name }}</spoken>` : msg`Remove <spoken>${{ name }}</spoken>`
          }
          tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const list = useTokenList();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const revoke = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(revokeToken, { params: { id: token.id } });
      onClose();
      list.remove(token.id);
      toast({ title: t`Token revoked`, description: t`“${{ name: token.name }}” no longer works.` });
    } catch (error) {
      setFailure(asAppError(error).message);
      setBusy(false);
    }
  };
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => void revoke()}
      title={t`Revoke “${{ name: token.name }}”?`}
      action={t`Revoke`}
      busy={busy}
      {...(failure ? { error: failure } : {})}
    >
      <p>{t`Programs that use this token stop working at once. You can’t undo this.`}</p>
    </Confirm>
  );
}

/** The person's tokens. Those that ended can be removed from the list without a question. */
export function TokenList({ tokens }: { tokens: readonly ApiToken[] }) {
  const list = useTokenList();
  const [asked, ask] = useState<ApiToken>();
  const remove = async (token: ApiToken) => {
    try {
      await call(revokeToken, { params: { id: token.id } });
      list.remove(token.id);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <ul className="card divide-y divide-line">
        {tokens.map((token) => (
          <Row
            key={token.id}
            token={token}
            onEnd={() => (token.state === 'active' ? ask(token) : void remove(token))}
          />
        ))}
      </ul>
      {asked ? <RevokeDialog token={asked} onClose={() => ask(undefined)} /> : null}
    </>
  );
}
