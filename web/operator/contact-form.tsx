import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { contactForm } from '#contract/admin/operator.ts';
import { answerText } from '#contract/answer-texts.ts';
import { contactOperator } from '#contract/calls/site.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { fieldProps, showFieldErrors } from '#web/data/form-errors.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { HoneypotField, SendForm, SentCard } from '#web/ui/forms/send-form.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

type Fields = z.input<typeof contactForm>;

function Sent({ message, onAgain }: { message: Text; onAgain: () => void }) {
  return (
    <SentCard title={t`Message sent`}>
      <p className="text-muted">{message}</p>
      <Button onClick={onAgain}>{t`Write another message`}</Button>
    </SentCard>
  );
}

/** Sends a message to the operator. Works signed out; requires JavaScript. */
export function ContactForm() {
  const user = useUser();
  const [answer, setAnswer] = useState<Text>();
  const form = useForm<Fields>({
    resolver: zodResolver(contactForm),
    defaultValues: { name: user?.displayName ?? user?.username ?? '', email: user?.email ?? '', website: '' },
  });
  const field = fieldProps(form);
  const length = (useWatch({ control: form.control, name: 'message' }) ?? '').trim().length;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await call(contactOperator, { body });
      const sent = answerText(message);
      setAnswer(sent);
      toast({ title: t`Message sent`, description: sent });
      form.reset();
    } catch (error) {
      showFieldErrors(error, form.setError);
      toastError(error);
    }
  });
  if (answer) return <Sent message={answer} onAgain={() => setAnswer(undefined)} />;
  return (
    <SendForm
      label={t`Write to us`}
      action={t`Send message`}
      busy={form.formState.isSubmitting}
      className="card p-5 md:p-6"
      onSubmit={submit}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={t`Name`} autoComplete="name" {...field('name')} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          hint={t`We only use it to reply.`}
          {...field('email')}
        />
      </div>
      <TextField label={t`Subject`} maxLength={limits.contact.subject} {...field('subject')} />
      <TextArea label={t`Message`} rows={8} counter={[length, limits.contact.message]} {...field('message')} />
      <HoneypotField {...form.register('website')} />
    </SendForm>
  );
}
