import { type FormEvent, type ReactNode, useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextArea, TextField } from './forms/field.tsx';

export type ProofDraft = Record<'message' | 'proofUrl', string>;
type Faults = Partial<Record<keyof ProofDraft, string>>;

/** The server's refusal: shown at the named fields, or below the form if it names none. */
export interface ProofRefusal {
  message: string;
  fields?: Faults | undefined;
}

export interface ProofDialogProps {
  title: Text;
  action: Text;
  /** Says what happens next. */
  children: ReactNode;
  hints: { message: Text; proofUrl: Text };
  messageMax: number;
  check: (draft: ProofDraft) => Faults;
  /** Sends the form. Closes the dialog on success; resolves with the refusal otherwise. */
  send: (draft: ProofDraft) => Promise<ProofRefusal | undefined>;
  onClose: () => void;
}

/** A form for a claim: a message and a link that proves it. */
export function ProofDialog({ title, action, children, hints, messageMax, check, send, onClose }: ProofDialogProps) {
  const [draft, setDraft] = useState<ProofDraft>({ message: '', proofUrl: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ProofRefusal>();
  const faults = check(draft);
  const faultOf = (name: keyof ProofDraft) => (tried ? faults[name] : undefined) ?? refused?.fields?.[name];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(faults).length > 0) return;
    setBusy(true);
    setRefused(await send(draft));
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="proof" variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div className="mb-4 text-muted">{children}</div>
      <form id="proof" onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <TextArea
          label={t`Message`}
          hint={hints.message}
          value={draft.message}
          counter={[draft.message.trim().length, messageMax]}
          maxLength={messageMax}
          error={faultOf('message')}
          onChange={(event) => setDraft({ ...draft, message: event.target.value })}
        />
        <TextField
          label={t`Proof link`}
          hint={hints.proofUrl}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={draft.proofUrl}
          error={faultOf('proofUrl')}
          onChange={(event) => setDraft({ ...draft, proofUrl: event.target.value })}
        />
        {refused && !refused.fields ? (
          <p role="alert" className="field-error">
            {refused.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
