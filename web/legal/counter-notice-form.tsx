import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldPath, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { answerTakedown, counterNoticeForm, getTakedown } from '#contract/legal.ts';
import { legalLimits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { ContactFields } from './contact-fields.tsx';

type Given = z.input<typeof counterNoticeForm>;

/** A counter-notice under 17 U.S.C. 512(g)(3). */
export function CounterNoticeForm({ takedownId, email }: { takedownId: string; email: string }) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const { register, handleSubmit, formState, setError } = useForm<Given, unknown, z.output<typeof counterNoticeForm>>({
    resolver: zodResolver(counterNoticeForm),
    defaultValues: { explanation: '' },
  });
  const { errors, isSubmitting } = formState;
  const wire = (name: 'name' | 'address' | 'phone' | 'explanation' | 'signature') => {
    const message = errors[name]?.message;
    return { ...register(name), ...(message ? { error: message } : {}) };
  };
  const submit = handleSubmit(async (body) => {
    try {
      await call(answerTakedown, { params: { id: takedownId }, body });
      await refresh(getTakedown);
      toast({ title: 'Counter-notice sent', description: 'We forwarded it to the person who sent the notice.' });
    } catch (error) {
      const failure = asAppError(error);
      for (const [name, message] of Object.entries(failure.details.fields ?? {})) {
        setError(name as FieldPath<Given>, { message }, { shouldFocus: true });
      }
      if (failure.code === 'takedown_settled') await refresh(getTakedown);
      toastError(error);
    }
  });
  return (
    <form
      method="post"
      noValidate
      aria-label="Counter-notice"
      className="grid gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <ContactFields wire={wire} hint={`The law requires us to forward these details and your email (${email}).`} />
      <TextArea
        label="Why this is a mistake"
        optional
        rows={4}
        hint="For example: you made the work, you have a license, or the law allows the use."
        {...wire('explanation')}
      />
      <div className="grid gap-3">
        <Checkbox
          label="Under penalty of perjury, I believe in good faith that this was removed by mistake or misidentification."
          error={errors.mistake?.message}
          {...register('mistake')}
        />
        <Checkbox
          label="I consent to the jurisdiction of the federal district court for my address (or, outside the United States, of any district in which you may be found), and I accept service of process from the person who sent the notice."
          error={errors.jurisdiction?.message}
          {...register('jurisdiction')}
        />
      </div>
      <TextField
        label="Signature"
        autoComplete="off"
        hint="Type your full name."
        maxLength={legalLimits.line}
        {...wire('signature')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!ready}
        busy={isSubmitting}
        className="justify-self-start"
      >
        Send counter-notice
      </Button>
    </form>
  );
}
