import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { startLink, unlinkIdentity } from '#contract/calls/providers.ts';
import { msg, type Text, t, verbatim } from '#contract/language/text.ts';
import type { AccountSettings, Identity, Provider } from '#contract/settings.ts';
import { call } from '#web/data/call.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import { providerFailure } from './auth-errors.ts';
import { FormFailure } from './form-failure.tsx';
import { accountSettings } from './settings-data.ts';

const nameOf = ({ provider }: Identity): Text =>
  provider ? verbatim(provider.label) : t`A provider that this site no longer offers`;

function Row({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const ready = useHydrated();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Link2 aria-hidden="true" className="text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{nameOf(identity)}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <RichText
            text={msg`${{ email: identity.email }} · linked <when/>`}
            tags={{ when: () => <RelativeTime at={identity.linkedAt} /> }}
          />
        </p>
      </div>
      <Button size="sm" disabled={!ready} className="disabled:opacity-100!" onClick={onUnlink}>
        <RichText
          text={msg`Unlink <spoken>${{ provider: nameOf(identity) }}</spoken>`}
          tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
    </li>
  );
}

/** Leaves for the provider's sign-in page, which leads back to this part of the settings. */
function LinkButton({ provider }: { provider: Provider }) {
  const ready = useHydrated();
  const [busy, setBusy] = useState(false);
  usePageReturn(() => setBusy(false));
  const link = async () => {
    setBusy(true);
    try {
      const { address } = await call(startLink, { body: { providerId: provider.id } });
      window.location.assign(address);
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <Button disabled={!ready} className="disabled:opacity-100!" busy={busy} onClick={() => void link()}>
      {t`Link ${{ provider: provider.label }}`}
    </Button>
  );
}

function useUnlinking(onEnd: () => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const unlink = async (identity: Identity) => {
    setBusy(true);
    try {
      queries.setQueryData(accountSettings.queryKey, await call(unlinkIdentity, { params: { id: identity.id } }));
      toast({
        title: t`${{ provider: nameOf(identity) }} unlinked`,
        description: t`You were signed out on your other devices.`,
      });
    } catch (error) {
      toastError(error, t`Nothing was unlinked`);
    }
    setBusy(false);
    onEnd();
  };
  return { busy, unlink };
}

/** The providers with which the person signs in, and those that they can add. */
export function LinkedAccounts({ settings: { identities, providers } }: { settings: AccountSettings }) {
  const [asked, setAsked] = useState<Identity>();
  const { busy, unlink } = useUnlinking(() => setAsked(undefined));
  const search = useSearch();
  const { hash } = useLocation();
  // The server does not see the hash.
  const isTarget = useHydrated() && hash === '#linked';
  const free = providers.filter(({ id }) => !identities.some(({ provider }) => provider?.id === id));
  return (
    <div className="grid gap-4">
      <FormFailure message={isTarget ? providerFailure(search.get('error')) : undefined} />
      {identities.length > 0 ? (
        <ul className="card divide-y divide-line">
          {identities.map((identity) => (
            <Row key={identity.id} identity={identity} onUnlink={() => setAsked(identity)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          {free.length > 0
            ? t`You haven’t linked any account. Link one to sign in here with it.`
            : t`This site offers no other way to sign in.`}
        </p>
      )}
      {free.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {free.map((provider) => (
            <LinkButton key={provider.id} provider={provider} />
          ))}
        </div>
      ) : null}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) void unlink(asked);
        }}
        title={asked ? t`Unlink ${{ provider: nameOf(asked) }}?` : t`Unlink`}
        action={t`Unlink`}
        busy={busy}
      >
        <p>
          <RichText
            text={msg`<b>${{ email: asked?.email ?? '' }}</b> no longer signs you in here. This also signs you out on your other devices.`}
            tags={{ b: (text) => <b className="break-all">{text}</b> }}
          />
        </p>
      </Confirm>
    </div>
  );
}
