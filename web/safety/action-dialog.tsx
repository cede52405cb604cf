import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ErrorCode } from '#contract/app-error.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { asAppError } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AdminConflict, winnerOf } from './admin-conflict.tsx';

export interface ActionDialogProps {
  /** A question, such as "Mute @maya?". */
  title: Text;
  /** Says what will happen. */
  children: ReactNode;
  /** The label of the confirm button. */
  action: Text;
  variant?: ButtonVariant;
  /** If present, the admin must enter a reason. */
  reason?: { label: Text; hint: Text };
  run: (reason: string | undefined) => Promise<unknown>;
  /** Endpoints to fetch again after success, or if the server refuses because the state changed. */
  refresh: readonly AnyEndpoint[];
  done: { title: Text; description?: Text };
  onClose: () => void;
}

/** Refusals after which the action no longer applies. */
const staleCodes: readonly ErrorCode[] = [
  'pool_state',
  'pool_frozen',
  'application_settled',
  'takedown_settled',
  'creator_has_owner',
  'report_exists',
];

/** Whether the dialog shows a state that is gone. Other refusals, such as `last_admin`, keep the reason for another attempt. */
const isStaleAfter = (error: Error | null) =>
  error !== null && (winnerOf(error) !== undefined || staleCodes.includes(asAppError(error).code));

/** Asks an admin to confirm an action, with a reason if required. Then runs it, refreshes the data and shows a toast. */
export function ActionDialog({
  title,
  children,
  action,
  variant,
  reason,
  run,
  refresh,
  done,
  onClose,
}: ActionDialogProps) {
  const refreshNow = useRefresh();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const given = text.trim();
  const missing = reason && given.length < limits.reason.min ? t`Reason is required` : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(given || undefined),
    onSuccess: async () => {
      await refreshNow(...refresh);
      onClose();
      toast(done);
    },
    onError: (failure) => {
      if (asAppError(failure).status === 409) void refreshNow(...refresh);
    },
  });
  const winner = winnerOf(error);
  const isStale = isStaleAfter(error);
  const submit = () => {
    setTried(true);
    if (!missing) mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={title}
      footer={
        isStale ? (
          <Button variant="primary" onClick={onClose}>{t`Show the current state`}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button variant={variant ?? 'danger'} busy={isPending} onClick={submit}>
              {action}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {winner && error ? (
          <AdminConflict winner={winner} message={error.message} />
        ) : isStale ? null : (
          <div className="grid gap-3 text-muted">{children}</div>
        )}
        {reason && !isStale ? (
          <TextArea
            label={reason.label}
            hint={reason.hint}
            value={text}
            maxLength={limits.reason.max}
            counter={[given.length, limits.reason.max]}
            error={tried ? missing : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {error && !winner ? (
          <p className="field-error" role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
