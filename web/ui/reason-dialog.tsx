import { type ReactNode, useRef, useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Words } from '#web/ui/rich-text.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextArea } from './forms/field.tsx';

interface ReasonDialogProps {
  /** A question, such as "Cancel this pool?" */
  title: Text;
  /** Says what will happen. */
  children: ReactNode;
  /** The verb of the title: "Decline". */
  action: Text;
  cancel?: Text;
  label?: Text;
  hint?: Text;
  /** Shown when the reason is too short. */
  missing: Text;
  /** Below the reason, such as a warning. */
  note?: Words;
  /** The error of the last attempt. */
  error?: string;
  busy: boolean;
  onSubmit: (reason: string) => void;
  /** Runs on the cancel button, Escape and a click outside. */
  onClose: () => void;
}

const doubleClickMs = 500;

/** Asks for a reason before something that cannot be undone. */
export function ReasonDialog({
  title,
  children,
  action,
  cancel = t`Cancel`,
  label = t`Reason`,
  hint,
  missing,
  note,
  error,
  busy,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reason = text.trim();
  const fault = reason.length < limits.reason.min ? missing : error;
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const submit = () => {
    setTried(true);
    // The second press of a double-click can come before `busy`.
    if (reason.length < limits.reason.min || performance.now() - sentAt.current < doubleClickMs) return;
    sentAt.current = performance.now();
    onSubmit(reason);
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant="danger" busy={busy} onClick={submit}>
            {action}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{children}</p>
      <TextArea
        label={label}
        hint={hint}
        value={text}
        maxLength={limits.reason.max}
        counter={[reason.length, limits.reason.max]}
        error={tried ? fault : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {note ? <div className="mt-4">{note}</div> : null}
    </Dialog>
  );
}
