import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { answerText } from '#contract/answer-texts.ts';
import { sendTakedownNotice } from '#contract/calls/legal.ts';
import { msg, plural, t } from '#contract/language/text.ts';
import { takedownForm } from '#contract/legal.ts';
import { legalLimits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { fieldProps, showFieldErrors } from '#web/data/form-errors.ts';
import { useUser } from '#web/data/session.ts';
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx';
import { HoneypotField, SendForm, SentCard } from '#web/ui/forms/send-form.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { ContactFields, SignatureField } from './notice-fields.tsx';

const linesOf = (text: string) => text.split(/\s+/).filter(Boolean);
/** The form has one text area for all addresses. */
const fields = takedownForm.extend({
  locations: z
    .string()
    .default('')
    .transform(linesOf)
    .refine((lines) => lines.length > 0, { error: () => t`Enter at least one address` })
    .refine((lines) => lines.length <= legalLimits.locations, {
      error: () =>
        t`Enter at most ${plural({ limit: legalLimits.locations }, { one: '# address', other: '# addresses' })}`,
    }),
});
type Given = z.input<typeof fields>;

function Sent({ reference, message }: { reference: string; message: string }) {
  return (
    <SentCard title={t`Notice sent`}>
      <p className="mt-0! text-muted">{answerText(message)}</p>
      <p className="mt-0!">
        <RichText
          text={msg`Your reference is <b>${{ reference }}</b>.`}
          tags={{ b: (text) => <b className="num">{text}</b> }}
        />
      </p>
    </SentCard>
  );
}

/** A copyright notice under 17 U.S.C. 512(c)(3). Works signed out; requires JavaScript. */
export function TakedownForm() {
  const user = useUser();
  const [sent, setSent] = useState<{ reference: string; message: string }>();
  const form = useForm<Given, unknown, z.output<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { email: user?.email ?? '', locations: '', website: '' },
  });
  const field = fieldProps(form);
  const length = (useWatch({ control: form.control, name: 'work' }) ?? '').trim().length;
  const submit = form.handleSubmit(async (body) => {
    try {
      setSent(await call(sendTakedownNotice, { body }));
    } catch (error) {
      showFieldErrors(error, form.setError);
      toastError(error);
    }
  });
  if (sent) return <Sent {...sent} />;
  return (
    <SendForm
      label={t`Copyright notice`}
      action={t`Send notice`}
      busy={form.formState.isSubmitting}
      className="card p-5 text-base md:p-6"
      onSubmit={submit}
    >
      <TextArea
        label={t`The work`}
        rows={3}
        hint={t`The original work: its title, its author, and where it was published.`}
        counter={[length, legalLimits.text]}
        {...field('work')}
      />
      <TextArea
        label={t`Where it appears here`}
        rows={3}
        hint={t`The addresses of the pools, comments, deliveries or profiles, one per line.`}
        {...field('locations')}
      />
      <ContactFields field={field} hint={t`Only we see your address and phone number.`} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          hint={t`The person who posted the material sees your name and email.`}
          {...field('email')}
        />
        <TextField
          label={t`Copyright owner`}
          optional
          hint={t`If you’re acting for someone else.`}
          {...field('ownerName')}
        />
      </div>
      <div className="grid gap-3">
        <Checkbox
          label={t`I believe in good faith that this use is not authorized by the copyright owner, its agent or the law.`}
          {...field('goodFaith')}
        />
        <Checkbox
          label={t`The information in this notice is accurate, and under penalty of perjury I am the owner, or authorized to act for the owner.`}
          {...field('accurate')}
        />
      </div>
      <SignatureField {...field('signature')} />
      <HoneypotField {...form.register('website')} />
    </SendForm>
  );
}
