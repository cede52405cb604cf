import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { answerText } from '#contract/answer-texts.ts';
import { resendVerification } from '#contract/calls/accounts.ts';
import { type Text, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

/** Emails the confirmation link again, once per page view. */
export function ResendButton({
  variant,
  size,
  label = t`Send the link again`,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  label?: Text;
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      const { message } = await call(resendVerification);
      toast({ title: t`Check your email`, description: answerText(message) });
      setState('sent');
    } catch (error) {
      toastError(error);
      setState('idle');
    }
  };
  return (
    <Button
      variant={variant}
      size={size}
      busy={state === 'busy'}
      disabled={state === 'sent'}
      icon={<MailCheck aria-hidden="true" />}
      onClick={() => void send()}
    >
      {state === 'sent' ? t`Link sent` : label}
    </Button>
  );
}
