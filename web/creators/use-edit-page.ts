import { useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import {
  editCreator,
  getCreator,
  getCreatorDashboard,
  getOwnCreatorPage,
  listCreators,
  searchCreators,
} from '#contract/calls/creators.ts';
import type { OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import { asAppError } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useTwoEdits } from '#web/data/two-edits.ts';
import { upload } from '#web/data/upload.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import {
  asFields,
  checkPage,
  fieldsOf,
  formOf,
  ownPicture,
  type PageFields,
  type PageParts,
  type PictureChoice,
  pageParts,
} from './edit-page-fields.ts';

const pictureErrors: readonly string[] = [
  'image_type',
  'image_too_large',
  'image_too_many_pixels',
  'image_unreadable',
  'insufficient_storage',
];

const partsOf = (page: OwnCreatorPage): PageParts => ({ ...fieldsOf(page), avatarUrl: page.avatarUrl });

/** The form of the creator's page. It sends the changed parts only, and keeps them when another tab has saved first. */
export function useEditPage(initial: OwnCreatorPage) {
  const refresh = useRefresh();
  const [page, setPage] = useState(initial);
  const [picture, setPicture] = useState<PictureChoice>();
  const [failure, setFailure] = useState<{ message: string; aboutPicture: boolean }>();
  const edits = useTwoEdits<PageParts>(
    { version: initial.version, fields: partsOf(initial) },
    (part) => {
      for (const name of pageParts) {
        const value = part[name];
        if (value !== undefined) form.setValue(name, value, { shouldDirty: true });
      }
      const { avatarUrl } = part;
      if (avatarUrl === undefined || avatarUrl === ownPicture) return;
      setPicture(undefined);
      setPage((now) => ({ ...now, avatarUrl, profileImageUrl: avatarUrl }));
    },
    asFields,
  );
  const { avatarUrl: readPicture, ...read } = edits.read.fields;
  const form = useForm<PageFields>({ resolver: checkPage(read), defaultValues: fieldsOf(initial) });

  const save = async (fields: PageFields) => {
    setFailure(undefined);
    const mine = { ...fields, avatarUrl: picture ? ownPicture : readPicture };
    const saved = await edits.save(mine, (changed, version) =>
      upload(editCreator, formOf(changed, picture, version), { params: { username: page.username } }),
    );
    if (!saved) return;
    const now = { ...saved, account: null };
    setPage(now);
    setPicture(undefined);
    edits.setRead({ version: saved.version, fields: partsOf(now) });
    form.reset(fieldsOf(now));
    await refresh(getOwnCreatorPage, getCreator, getCreatorDashboard, listCreators, searchCreators);
    toast({
      title: t`Page saved`,
      description: t`Fans see the changes now.`,
      action: {
        label: t({ message: 'Open', context: 'verb on a button' }),
        onPress: () => navigate(creatorPath(saved.username)),
      },
    });
  };
  const submit = form.handleSubmit(async (fields) => {
    try {
      await save(fields);
    } catch (error) {
      const { code, message, details } = asAppError(error);
      for (const [name, text] of Object.entries(details.fields ?? {})) {
        form.setError(name as FieldPath<PageFields>, { message: text }, { shouldFocus: true });
      }
      if (!details.fields) setFailure({ message, aboutPicture: pictureErrors.includes(code) });
    }
  });
  const choosePicture = (chosen: PictureChoice | undefined) => {
    setFailure(undefined);
    setPicture(chosen);
  };
  return { form, submit, page, read, picture, choosePicture, edits, failure };
}

export type EditPageForm = ReturnType<typeof useEditPage>;
