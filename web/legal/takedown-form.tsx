import { zodResolver } from '@hookform/resolvers/zod';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { sendTakedownNotice, takedownForm } from '#contract/legal.ts';
import { legalLimits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { ContactFields } from './contact-fields.tsx';

const linesOf = (text: string) => text.split(/\s+/).filter(Boolean);
/** The form has one text area for all addresses. */
const fields = takedownForm.extend({
  locations: z
    .string()
    .default('')
    .transform(linesOf)
    .refine((lines) => lines.length > 0, 'Enter at least one address')
    .refine((lines) => lines.length <= legalLimits.locations, `Enter at most ${legalLimits.locations} addresses`),
});
type Given = z.input<typeof fields>;

function Sent({ reference, message }: { reference: string; message: string }) {
  return (
    <div className="card grid justify-items-start gap-3 p-5 md:p-6" role="status">
      <Check aria-hidden="true" className="size-8! text-paid-text" />
      <p className="face-title mt-0!">Notice sent</p>
      <p className="mt-0! text-muted">{message}</p>
      <p className="mt-0!">
        Your reference is <b className="num">{reference}</b>.
      </p>
    </div>
  );
}

/** A copyright notice under 17 U.S.C. 512(c)(3). Works signed out; requires JavaScript. */
export function TakedownForm() {
  const ready = useHydrated();
  const user = useUser();
  const [sent, setSent] = useState<{ reference: string; message: string }>();
  const { register, handleSubmit, formState, setError, control } = useForm<Given, unknown, z.output<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { email: user?.email ?? '', locations: '', website: '' },
  });
  const { errors, isSubmitting } = formState;
  const wire = (name: 'name' | 'address' | 'phone' | 'email' | 'ownerName' | 'work' | 'locations' | 'signature') => {
    const message = errors[name]?.message;
    return { ...register(name), ...(message ? { error: message } : {}) };
  };
  const length = (useWatch({ control, name: 'work' }) ?? '').trim().length;
  const submit = handleSubmit(async (body) => {
    try {
      setSent(await call(sendTakedownNotice, { body }));
    } catch (error) {
      for (const [name, message] of Object.entries(asAppError(error).details.fields ?? {})) {
        setError(name.split('.')[0] as FieldPath<Given>, { message }, { shouldFocus: true });
      }
      toastError(error);
    }
  });
  if (sent) return <Sent {...sent} />;
  return (
    <form
      method="post"
      noValidate
      aria-label="Copyright notice"
      className="card grid gap-5 p-5 text-base md:p-6"
      onSubmit={(event) => void submit(event)}
    >
      <TextArea
        label="The work"
        rows={3}
        hint="What was copied: its title, its author, and where it was published."
        counter={[length, legalLimits.text]}
        {...wire('work')}
      />
      <TextArea
        label="Where it appears here"
        rows={3}
        hint="The addresses of the pools, comments, deliveries or profiles, one per line."
        {...wire('locations')}
      />
      <ContactFields wire={wire} hint="Only we see your address and phone number." />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="The person who posted the material sees your name and email."
          {...wire('email')}
        />
        <TextField label="Copyright owner" optional hint="If you act for someone else." {...wire('ownerName')} />
      </div>
      <div className="grid gap-3">
        <Checkbox
          label="I believe in good faith that this use is not authorized by the copyright owner, its agent or the law."
          error={errors.goodFaith?.message}
          {...register('goodFaith')}
        />
        <Checkbox
          label="The information in this notice is accurate, and under penalty of perjury I am the owner, or authorized to act for the owner."
          error={errors.accurate?.message}
          {...register('accurate')}
        />
      </div>
      <TextField
        label="Signature"
        autoComplete="off"
        hint="Type your full name."
        maxLength={legalLimits.line}
        {...wire('signature')}
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
        Send notice
      </Button>
    </form>
  );
}
