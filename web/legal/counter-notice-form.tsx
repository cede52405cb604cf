import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { getTakedown, sendCounterNotice } from '#contract/calls/legal.ts';
import { t } from '#contract/language/text.ts';
import { counterNoticeForm } from '#contract/legal.ts';
import { asAppError, call } from '#web/data/call.ts';
import { fieldProps, showFieldErrors } from '#web/data/form-errors.ts';
import { useRefresh } from '#web/data/query.ts';
import { Checkbox, TextArea } from '#web/ui/forms/field.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { ContactFields, SignatureField } from './notice-fields.tsx';

type Given = z.input<typeof counterNoticeForm>;

/** A counter-notice under 17 U.S.C. 512(g)(3). */
export function CounterNoticeForm({ takedownId, email }: { takedownId: string; email: string }) {
  const refresh = useRefresh();
  const form = useForm<Given, unknown, z.output<typeof counterNoticeForm>>({
    resolver: zodResolver(counterNoticeForm),
    defaultValues: { explanation: '' },
  });
  const field = fieldProps(form);
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(sendCounterNotice, { params: { id: takedownId }, body });
      await refresh(getTakedown);
      toast({ title: t`Counter-notice sent`, description: t`We forwarded it to the person who sent the notice.` });
    } catch (error) {
      showFieldErrors(error, form.setError);
      if (asAppError(error).code === 'takedown_settled') await refresh(getTakedown);
      toastError(error);
    }
  });
  return (
    <SendForm
      label={t`Counter-notice`}
      action={t`Send counter-notice`}
      busy={form.formState.isSubmitting}
      onSubmit={submit}
    >
      <ContactFields
        field={field}
        hint={t`The law requires us to forward these details and your email (${{ email }}).`}
      />
      <TextArea
        label={t`Why this is a mistake`}
        optional
        rows={4}
        hint={t`For example: you made the work, you have a license, or the law allows the use.`}
        {...field('explanation')}
      />
      <div className="grid gap-3">
        <Checkbox
          label={t`Under penalty of perjury, I believe in good faith that this was removed by mistake or misidentification.`}
          {...field('mistake')}
        />
        <Checkbox
          label={t`I consent to the jurisdiction of the federal district court for my address (or, outside the United States, of any district in which you may be found), and I accept service of process from the person who sent the notice.`}
          {...field('jurisdiction')}
        />
      </div>
      <SignatureField {...field('signature')} />
    </SendForm>
  );
}
