import { zodResolver } from '@hookform/resolvers/zod';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { contactForm, contactOperator } from '#contract/admin/operator.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

type Fields = z.input<typeof contactForm>;

function Sent({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <div className="card grid justify-items-start gap-3 p-5 md:p-6" role="status">
      <Check aria-hidden="true" className="size-8! text-paid-text" />
      <p className="face-title">Message sent</p>
      <p className="text-muted">{message}</p>
      <Button onClick={onAgain}>Write another message</Button>
    </div>
  );
}

/** Sends a message to the operator. Works signed out; requires JavaScript. */
export function ContactForm() {
  const ready = useHydrated();
  const user = useUser();
  const [answer, setAnswer] = useState<string>();
  const { register, handleSubmit, formState, setError, control, reset } = useForm<Fields>({
    resolver: zodResolver(contactForm),
    defaultValues: { name: user?.displayName ?? user?.username ?? '', email: user?.email ?? '', website: '' },
  });
  const { errors, isSubmitting } = formState;
  const length = (useWatch({ control, name: 'message' }) ?? '').trim().length;
  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await call(contactOperator, { body });
      setAnswer(message);
      toast({ title: 'Message sent', description: message });
      reset();
    } catch (error) {
      for (const [name, message] of Object.entries(asAppError(error).details.fields ?? {})) {
        setError(name as FieldPath<Fields>, { message }, { shouldFocus: true });
      }
      toastError(error);
    }
  });
  if (answer) return <Sent message={answer} onAgain={() => setAnswer(undefined)} />;
  return (
    <form
      method="post"
      noValidate
      aria-label="Write to us"
      className="card grid gap-5 p-5 md:p-6"
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="We only use it to reply."
          error={errors.email?.message}
          {...register('email')}
        />
      </div>
      <TextField
        label="Subject"
        maxLength={limits.contact.subject}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Message"
        rows={8}
        counter={[length, limits.contact.message]}
        error={errors.message?.message}
        {...register('message')}
      />
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!ready}
        busy={isSubmitting}
        className="justify-self-start"
      >
        Send message
      </Button>
    </form>
  );
}
