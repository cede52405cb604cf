import { useEffect, useId } from 'react';
import { type FieldPath, type UseFormSetError, useForm, useWatch } from 'react-hook-form';
import { applyAsCreator, getCreatorApplication } from '#contract/calls/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useDraftSaving } from '#web/data/stored-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { loadApplication, saveApplication } from './application-draft.ts';
import { type Application, type ApplicationFields, checkApplication, emptyApplication } from './application-fields.ts';
import { CategoryField } from './category-field.tsx';
import { linksOf, SocialLinksField } from './social-links-field.tsx';
import { UsernameField } from './username-field.tsx';

/** Shows the server's errors at their fields and in a toast. */
function tellFailure(error: unknown, setError: UseFormSetError<ApplicationFields>): void {
  const { code, details, message } = asAppError(error);
  const fields = code === 'creator_username_taken' ? { username: message } : (details.fields ?? {});
  for (const [name, text] of Object.entries(fields)) {
    setError(name as FieldPath<ApplicationFields>, { message: text }, { shouldFocus: true });
  }
  toastError(error);
}

/** The rejected application that the person changes. */
type Previous = OutputOf<typeof getCreatorApplication> | undefined;

interface Props {
  userId: string;
  previous?: Previous;
}

/** Starts with the previous answers. This browser keeps what the person wrote until the application is sent. */
function useApplication({ userId, previous }: Props) {
  const refresh = useRefresh();
  const form = useForm<ApplicationFields, unknown, Application>({
    resolver: checkApplication,
    defaultValues: { ...emptyApplication, ...previous?.answers, username: previous?.username ?? '' },
  });
  const { control, reset } = form;
  const { isDirty } = form.formState;
  useEffect(() => {
    const draft = loadApplication(userId);
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [userId, reset]);
  // A stored copy of unchanged answers would hide those of a newer application from another device.
  const endSaving = useDraftSaving(useWatch({ control }), (latest) =>
    saveApplication(userId, isDirty ? (latest as Partial<ApplicationFields>) : emptyApplication),
  );
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(applyAsCreator, { body });
    } catch (error) {
      tellFailure(error, form.setError);
      if (asAppError(error).status === 409) await refresh(getCreatorApplication);
      return;
    }
    endSaving();
    saveApplication(userId, emptyApplication);
    await refresh(getCreatorApplication);
    window.scrollTo({ top: 0 });
    toast({ title: t`Application sent`, description: t`We’ll notify you of the decision.` });
  });
  return { ...form, submit };
}

/** The application to become a creator (specification 5, add creator). */
export function ApplicationForm(props: Props) {
  const ready = useHydrated();
  const heading = useId();
  const { submit, ...form } = useApplication(props);
  const { register, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const bio = useWatch({ control, name: 'bio' }) ?? '';
  // Fields register in display order, because the form focuses the first invalid field.
  const fullName = register('fullName');
  const username = register('username');
  return (
    <form
      method="post"
      noValidate
      aria-labelledby={heading}
      className="card grid gap-5 p-5 md:p-6"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id={heading}>{t`Your application`}</h2>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={t`Full name`} autoComplete="name" error={errors.fullName?.message} {...fullName} />
        <UsernameField
          field={username}
          hint={t`Lowercase letters, numbers and underscores.`}
          error={errors.username?.message}
        />
      </div>
      <CategoryField error={errors.category?.message} {...register('category')} />
      <TextArea
        label={t`Bio`}
        optional
        rows={3}
        hint={t`Describe what you make in a sentence or two.`}
        counter={[bio.trim().length, limits.bioMax]}
        error={errors.bio?.message}
        {...register('bio')}
      />
      <SocialLinksField {...linksOf(form)} />
      <TextField
        label={t`Proof link`}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        hint={t`A page that only you can edit and that mentions your username here, such as a post, a pinned comment or an “about” text. You can delete it once you’re verified.`}
        error={errors.proofUrl?.message}
        {...register('proofUrl')}
      />
      <Checkbox
        label={t`I agree to the creator agreement`}
        note={t`I am the person I say I am. I own what I deliver, or I may share it. I deliver what I accept by the date I set; otherwise everyone is refunded.`}
        error={errors.agreement?.message}
        {...register('agreement')}
      />
      <TextLink
        to={paths.creatorAgreement}
        target="_blank"
        className="tap -mt-3 w-fit text-sm"
      >{t`Read the Creator Agreement in a new tab`}</TextLink>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!ready}
        busy={isSubmitting}
        className="w-full disabled:opacity-100! md:w-max md:min-w-56"
      >{t`Send application`}</Button>
    </form>
  );
}
