import type { ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** A question, such as "Withdraw your $10 pledge?" */
  title: Text;
  children: ReactNode;
  /** The verb of the title: "Withdraw". */
  action: Text;
  cancel?: Text;
  variant?: ButtonVariant;
  busy?: boolean;
  /** The error of the last attempt. */
  error?: string;
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  title,
  children,
  action,
  cancel = t`Cancel`,
  variant = 'danger',
  busy,
  error,
}: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error ? (
        <p role="alert" className="field-error mt-2">
          {error}
        </p>
      ) : null}
    </Dialog>
  );
}
