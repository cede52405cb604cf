import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addPasskey, removePasskey, renamePasskey, startPasskey } from '#contract/calls/accounts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { type ChangedFactor, type Passkey, passkeyNameField, type SecondFactor } from '#contract/second-factor.ts';
import type { listSessions } from '#contract/settings.ts';
import { call } from '#web/data/call.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import { makePasskey, passkeyFailure } from './passkeys.ts';
import { mySessions } from './settings-data.ts';

type OnChange = (changed: ChangedFactor) => void;

interface NameDialogProps {
  title: Text;
  action: Text;
  hint?: Text;
  initial: string;
  onClose: () => void;
  /** Throws if the name was not saved. */
  onSave: (name: string) => Promise<void>;
}

/** Asks for a passkey's name. */
function NameDialog({ title, action, hint, initial, onClose, onSave }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const checked = passkeyNameField.safeParse(name);
    if (!checked.success) return setFailure(checked.error.issues[0]?.message);
    setFailure(undefined);
    setBusy(true);
    try {
      await onSave(checked.data);
      onClose();
    } catch (error) {
      setFailure(passkeyFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="passkey-name" variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id="passkey-name"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t({ message: 'Name', context: 'the name of a passkey' })}
          autoComplete="off"
          maxLength={50}
          data-autofocus=""
          value={name}
          hint={hint}
          error={failure}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Confirms a removal. The person's password manager or security key keeps its part. */
function RemoveDialog({
  passkey,
  isLast,
  onClose,
  onChange,
}: {
  passkey: Passkey;
  isLast: boolean;
  onClose: () => void;
  onChange: OnChange;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      onChange({ secondFactor: await call(removePasskey, { params: { id: passkey.id } }), recoveryCodes: null });
      toast({ title: t`Passkey removed`, description: t`“${{ name: passkey.name }}” no longer works here.` });
      onClose();
    } catch (error) {
      setFailure(passkeyFailure(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t`Remove “${{ name: passkey.name }}”?`}
      action={t`Remove`}
      busy={busy}
      {...(failure ? { error: failure } : {})}
    >
      <p>{t`You won’t be able to sign in with it. Delete it on your device or in your password manager, too.`}</p>
      {isLast ? (
        <p className="mt-2">{t`It’s your only second step, so your recovery codes stop working as well.`}</p>
      ) : null}
    </Confirm>
  );
}

function Row({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const ready = useHydrated();
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-x-4 py-2.5 pe-2.5 ps-5">
      <KeyRound aria-hidden="true" className="flex-none text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {name}
          </span>
          {synced ? <Chip>{t`Synced`}</Chip> : null}
        </p>
        <p className="text-sm text-muted">
          <RichText
            text={
              lastUsedAt
                ? msg`Added <added/> · <use>last used <used/></use>`
                : msg`Added <added/> · <use>not used yet</use>`
            }
            tags={{
              added: () => <RelativeTime at={createdAt} />,
              use: (text) => <span>{text}</span>,
              used: () => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : null),
            }}
          />
        </p>
      </div>
      <div className="flex flex-none">
        <IconButton label={t`Rename ${{ name }}`} disabled={!ready} onClick={onRename}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Remove ${{ name }}`} disabled={!ready} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

/** "Chrome on Linux", if the page has loaded the sessions. */
function useDeviceName(): string {
  const sessions = useQueryClient().getQueryData<OutputOf<typeof listSessions>>(mySessions.queryKey);
  return sessions?.find(({ current }) => current)?.device ?? '';
}

/** Adds a passkey of this device, of a phone, or of a security key. */
function AddDialog({ onClose, onChange }: { onClose: () => void; onChange: OnChange }) {
  return (
    <NameDialog
      title={t`Add a passkey`}
      action={t`Continue`}
      hint={t`Helps you recognize it later. Your browser then asks where to save the passkey.`}
      initial={useDeviceName()}
      onClose={onClose}
      onSave={async (name) => {
        const answer = await makePasskey(() => call(startPasskey, {}, { isChange: false }));
        onChange(await call(addPasskey, { body: { name, answer } }));
        toast({ title: t`Passkey added`, description: t`You can sign in with it from now on.` });
      }}
    />
  );
}

type Asked = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The open dialog of the list. */
function AskedDialog({
  asked,
  factor,
  onClose,
  onChange,
}: {
  asked: Asked;
  factor: SecondFactor;
  onClose: () => void;
  onChange: OnChange;
}) {
  if (asked.kind === 'add') return <AddDialog onClose={onClose} onChange={onChange} />;
  const { passkey } = asked;
  if (asked.kind === 'remove') {
    const isLast = factor.passkeys.length === 1 && factor.app === null;
    return <RemoveDialog passkey={passkey} isLast={isLast} onClose={onClose} onChange={onChange} />;
  }
  return (
    <NameDialog
      title={t`Rename passkey`}
      action={t`Save`}
      initial={passkey.name}
      onClose={onClose}
      onSave={async (name) => {
        const secondFactor = await call(renamePasskey, { params: { id: passkey.id }, body: { name } });
        onChange({ secondFactor, recoveryCodes: null });
      }}
    />
  );
}

/** The person's passkeys. `onChange` gets the factors after a change, with the recovery codes that came with the first one. */
export function PasskeyList({ factor, onChange }: { factor: SecondFactor; onChange: OnChange }) {
  const ready = useHydrated();
  const [asked, ask] = useState<Asked>();
  const { passkeys, passkeysOffered } = factor;
  return (
    <div className="grid gap-4">
      {passkeys.length > 0 ? (
        <ul className="card divide-y divide-line">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => ask({ kind: 'rename', passkey })}
              onRemove={() => ask({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      ) : passkeysOffered ? (
        <p className="card px-5 py-4 text-muted">{t`No passkeys yet. With one, you sign in with your fingerprint, face or screen lock, and no one can trick you into giving it away.`}</p>
      ) : null}
      {passkeysOffered ? (
        <Button
          className="w-full disabled:opacity-100! md:w-max"
          disabled={!ready || passkeys.length >= limits.passkeysMax}
          onClick={() => ask({ kind: 'add' })}
        >{t`Add a passkey`}</Button>
      ) : (
        <p className="text-muted">{t`This site can’t offer passkeys: browsers allow them only on https, and only under a domain name.`}</p>
      )}
      {asked ? <AskedDialog asked={asked} factor={factor} onClose={() => ask(undefined)} onChange={onChange} /> : null}
    </div>
  );
}
