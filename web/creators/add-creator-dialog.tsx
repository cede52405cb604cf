import { useEffect, useState } from 'react';
import { type FieldPath, type UseFormSetError, useForm, useWatch } from 'react-hook-form';
import { addCreator, listCreators, searchCreators } from '#contract/calls/creators.ts';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath } from '#contract/paths.ts';
import { asAppError } from '#web/data/call.ts';
import { bodyTextOf } from '#web/data/failures.ts';
import { useRefresh } from '#web/data/query.ts';
import { upload } from '#web/data/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import { type AddCreatorFields, type AddedCreator, checkAddedCreator, formOf } from './add-creator-fields.ts';
import { emptyLink } from './application-fields.ts';
import { AvatarField } from './avatar-field.tsx';
import { CategoryField } from './category-field.tsx';
import { NameMatches } from './name-matches.tsx';
import { linksOf, SocialLinksField } from './social-links-field.tsx';
import { UsernameField } from './username-field.tsx';

const ofTheFile: readonly string[] = ['image_type', 'image_too_large', 'image_too_many_pixels', 'image_unreadable'];

const openAction = (username: string) => ({
  label: t({ message: 'Open', context: 'verb on a button' }),
  onPress: () => navigate(creatorPath(username)),
});

/** Shows the server's errors at their fields and in a toast. Returns the message for the avatar field, if any. */
function tellFailure(error: unknown, setError: UseFormSetError<AddCreatorFields>): string | undefined {
  const refusal = asAppError(error);
  const { code, details, message } = refusal;
  for (const [name, text] of Object.entries(details.fields ?? {})) {
    setError(name as FieldPath<AddCreatorFields>, { message: text }, { shouldFocus: true });
  }
  toast({
    title: t`Error`,
    description: verbatim(bodyTextOf(refusal)) || t`Failed to create creator. Please try again.`,
    variant: 'destructive',
  });
  return ofTheFile.includes(code) ? message : undefined;
}

interface AddCreatorDialogProps {
  onClose: () => void;
  /** Begins the form. */
  name?: string;
  /** Takes the new creator, or the existing one that the person meant. Without it, a toast links to their page. */
  onAdded?: (creator: CreatorSummary) => void;
}

function useAdding({ onClose, name = '', onAdded }: AddCreatorDialogProps) {
  const refresh = useRefresh();
  const [avatar, setAvatar] = useState<File>();
  const [avatarError, setAvatarError] = useState<string>();
  const form = useForm<AddCreatorFields, unknown, AddedCreator>({
    resolver: checkAddedCreator,
    defaultValues: { fullName: name, username: '', description: '', category: '', socialLinks: [emptyLink] },
  });
  const submit = form.handleSubmit(async (fields) => {
    setAvatarError(undefined);
    try {
      const added = await upload(addCreator, formOf(fields, avatar));
      const { id, displayName, username, avatarUrl, status, category, followerCount } = added;
      onClose();
      onAdded?.({ id, displayName, username, avatarUrl, status, category, followerCount });
      toast({
        title: t`Creator added successfully!`,
        description: t`${{ name: displayName }} has been added to the platform.`,
        action: onAdded ? undefined : openAction(username),
      });
    } catch (error) {
      setAvatarError(tellFailure(error, form.setError));
      return;
    }
    await refresh(listCreators, searchCreators);
  });
  const changeAvatar = (file: File | undefined) => {
    setAvatarError(undefined);
    setAvatar(file);
  };
  return { form, submit, avatar, avatarError, changeAvatar };
}

/** Adds a creator profile (specification 2 and 5). Rendered only while open, so that the form starts empty each time. */
export function AddCreatorDialog(props: AddCreatorDialogProps) {
  const { onClose, onAdded } = props;
  const { form, submit, avatar, avatarError, changeAvatar } = useAdding(props);
  const { register, control, formState, setFocus } = form;
  // An opening dialog focuses its close button; move the focus to the first field.
  useEffect(() => setFocus('fullName'), [setFocus]);
  const { errors, isSubmitting } = formState;
  const [name = '', bio = ''] = useWatch({ control, name: ['fullName', 'description'] });
  const pick = (creator: CreatorSummary) => {
    const { displayName, username } = creator;
    onClose();
    onAdded?.(creator);
    toast({
      title: t`Creator already exists`,
      description: t`${{ name: displayName }} is already in our database.`,
      action: onAdded ? undefined : openAction(username),
    });
  };
  // Fields register in display order, because the form focuses the first invalid field.
  const fullName = register('fullName');
  const username = register('username');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Add a Creator`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="add-creator" variant="primary" busy={isSubmitting}>{t`Add creator`}</Button>
        </>
      }
    >
      <form id="add-creator" noValidate className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
        <div>
          <TextField
            label={t`Full name`}
            autoComplete="off"
            maxLength={100}
            error={errors.fullName?.message}
            {...fullName}
          />
          <NameMatches text={name} onPick={pick} />
        </div>
        <UsernameField
          field={username}
          hint={t`Lowercase letters, numbers and underscores. Use the name they use elsewhere.`}
          error={errors.username?.message}
        />
        <TextArea
          label={t`Creator bio`}
          optional
          rows={3}
          counter={[bio.trim().length, limits.bioMax]}
          error={errors.description?.message}
          {...register('description')}
        />
        <CategoryField error={errors.category?.message} {...register('category')} />
        <SocialLinksField {...linksOf(form)} />
        <AvatarField file={avatar} onChange={changeAvatar} error={avatarError} />
        <p className="text-sm text-muted">{t`The profile is marked as added by fans and not affiliated. The creator can claim it or have it removed.`}</p>
      </form>
    </Dialog>
  );
}
