import { useMutation } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { resendVerification } from '#contract/calls/accounts.ts';
import { msg, t } from '#contract/language/text.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';

/** Why no card page opened. A fan whose email is not confirmed learns what to do, and that the pledge is kept. */
export function CardError({ error }: { error: unknown }) {
  const { code, message } = asAppError(error);
  if (code === 'email_unconfirmed') return <ConfirmEmailFirst />;
  return (
    <p role="alert" className="field-error basis-full">
      {message}
    </p>
  );
}

/** Sends the confirmation link again. */
export function ConfirmEmailFirst() {
  const user = useUser();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(resendVerification),
    onError: (error) => toastError(error),
  });
  return (
    <div className="notice basis-full" role="alert">
      <MailWarning aria-hidden="true" />
      <div className="grid justify-items-start gap-2">
        <p>
          <RichText
            text={
              user?.email
                ? msg`<b>Confirm your email first.</b> Open the link that we mailed to <email>${{ email: user.email }}</email>, then press the button again. Your pledge is kept.`
                : msg`<b>Confirm your email first.</b> Open the link that we mailed to you, then press the button again. Your pledge is kept.`
            }
            tags={{ b: (text) => <b>{text}</b>, email: (text) => <span className="break-all">{text}</span> }}
          />
        </p>
        <Button size="sm" busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
          {isSuccess ? t`Link sent` : t`Send the link again`}
        </Button>
      </div>
    </div>
  );
}
