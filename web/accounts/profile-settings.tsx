import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormSetError, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { CurrentUser } from '#contract/accounts.ts';
import { updateProfile } from '#contract/calls/accounts.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { profileForm } from '#contract/settings.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useTwoEdits } from '#web/data/two-edits.ts';
import { Button } from '#web/ui/button.tsx';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { AvatarSettings } from './avatar-settings.tsx';
import { useStoreUser } from './settings-data.ts';
import { useUsernameCheck } from './use-username-check.ts';

type Fields = z.input<typeof profileForm>;

const fieldsOf = ({ displayName, username, bio }: CurrentUser): Fields => ({
  displayName: displayName ?? '',
  username,
  bio,
});

const readOf = (user: CurrentUser) => ({ version: user.version, fields: fieldsOf(user) });

const names = ['displayName', 'username', 'bio'] as const;

function showFailure(error: unknown, setError: UseFormSetError<Fields>): void {
  const { code, details, message } = asAppError(error);
  const fields = code === 'username_taken' ? { username: message } : (details.fields ?? {});
  for (const [name, text] of Object.entries(fields)) {
    if (name === 'displayName' || name === 'username' || name === 'bio') setError(name, { message: text });
  }
  toastError(error, t`Your profile wasn’t saved`);
}

function useProfile(user: CurrentUser) {
  const storeUser = useStoreUser();
  const form = useForm<Fields, unknown, z.output<typeof profileForm>>({
    resolver: zodResolver(profileForm),
    defaultValues: fieldsOf(user),
  });
  const edits = useTwoEdits<Fields>(readOf(user), (part) => {
    for (const name of names) if (part[name] !== undefined) form.setValue(name, part[name], { shouldDirty: true });
  });
  const submit = form.handleSubmit(async (fields) => {
    try {
      const saved = await edits.save(fields, (changed, version) =>
        call(updateProfile, { body: { ...changed, version } }),
      );
      if (!saved) return;
      storeUser(saved);
      edits.setRead(readOf(saved));
      form.reset(fieldsOf(saved));
      toast({ title: t`Profile saved` });
    } catch (error) {
      showFailure(error, form.setError);
    }
  });
  return { ...form, submit, edits };
}

/** The public profile: picture, names and bio. */
export function ProfileSettings({ user }: { user: CurrentUser }) {
  const ready = useHydrated();
  const { register, control, formState, submit, edits } = useProfile(user);
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  const username = typed.username ?? '';
  const isNewName = username.trim().toLowerCase() !== user.username.toLowerCase();
  const availability = useUsernameCheck(isNewName ? username : '');
  const labels = { displayName: t`Display name`, username: t`Username`, bio: t`Bio` };
  const taken = availability === 'taken' ? t`This username is already taken` : undefined;
  return (
    <form method="post" noValidate className="card grid gap-4 p-5" onSubmit={(event) => void submit(event)}>
      <AvatarSettings user={user} />
      {edits.clash ? <EditClashNotice clash={edits.clash} labels={labels} onChoose={edits.choose} /> : null}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={labels.displayName}
          optional
          autoComplete="name"
          maxLength={limits.displayNameMax}
          hint={t`If empty, we show your username.`}
          error={errors.displayName?.message}
          {...register('displayName')}
        />
        <TextField
          label={labels.username}
          lead="@"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username.max}
          hint={isNewName ? t`Your old username stays reserved for you.` : t`Part of your profile’s address.`}
          error={errors.username?.message ?? taken}
          good={availability === 'available' ? t`Username is available` : undefined}
          {...register('username')}
        />
      </div>
      <TextArea
        label={labels.bio}
        optional
        rows={3}
        hint={t`A sentence or two for your profile.`}
        counter={[(typed.bio ?? '').trim().length, limits.bioMax]}
        error={errors.bio?.message}
        {...register('bio')}
      />
      <Button
        type="submit"
        variant="primary"
        className="w-full disabled:opacity-100! md:w-max"
        disabled={!ready}
        busy={isSubmitting}
      >{t`Save profile`}</Button>
    </form>
  );
}
