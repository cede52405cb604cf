import { useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { getCreator, listCreators, searchCreators } from '#contract/creators/creators.ts';
import { editCreator, getOwnCreatorPage, type OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { creatorPath } from '#contract/paths.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { upload } from '#web/data/upload.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import {
  changesIn,
  checkPage,
  clashesOf,
  fieldsOf,
  formOf,
  mergeSaved,
  type PageFields,
  type PagePart,
  type PictureChoice,
} from './edit-page-fields.ts';

/** The page as another tab or device saved it while this form was open. */
export interface OtherEdit {
  saved: PageFields;
  /** The parts that both have changed. */
  clashes: PagePart[];
}

const pictureErrors: readonly string[] = [
  'image_type',
  'image_too_large',
  'image_too_many_pixels',
  'image_unreadable',
  'insufficient_storage',
];

/** The form of the creator's page. It sends the changed parts only, and keeps them when another tab has saved first. */
export function useEditPage(initial: OwnCreatorPage) {
  const refresh = useRefresh();
  const [page, setPage] = useState(initial);
  const [picture, setPicture] = useState<PictureChoice>();
  const [otherEdit, setOtherEdit] = useState<OtherEdit>();
  const [failure, setFailure] = useState<{ message: string; aboutPicture: boolean }>();
  const read = fieldsOf(page);
  const form = useForm<PageFields>({ resolver: checkPage(read), defaultValues: read });

  const takeOtherEdit = async (fields: PageFields) => {
    const now = await call(getOwnCreatorPage);
    const saved = fieldsOf(now);
    setOtherEdit({ saved, clashes: clashesOf(fields, read, saved) });
    setPage(now);
    form.reset(mergeSaved(fields, read, saved));
  };
  const save = async (fields: PageFields) => {
    setFailure(undefined);
    const body = formOf(changesIn(fields, read), picture, page.version);
    const saved = await upload(editCreator, body, { params: { username: page.username } });
    setPage({ ...saved, account: null });
    setPicture(undefined);
    setOtherEdit(undefined);
    form.reset(fieldsOf({ ...saved }));
    await refresh(getOwnCreatorPage, getCreator, getCreatorDashboard, listCreators, searchCreators);
    toast({
      title: 'Page saved',
      description: 'Fans see the changes now.',
      action: { label: 'Open', onPress: () => navigate(creatorPath(saved.username)) },
    });
  };
  const submit = form.handleSubmit(async (fields) => {
    try {
      await save(fields);
    } catch (error) {
      const { code, message, details } = asAppError(error);
      if (code === 'conflict') return takeOtherEdit(fields).catch((failed) => showFailure(failed));
      for (const [name, text] of Object.entries(details.fields ?? {})) {
        form.setError(name as FieldPath<PageFields>, { message: text }, { shouldFocus: true });
      }
      if (!details.fields) setFailure({ message, aboutPicture: pictureErrors.includes(code) });
    }
  });
  const showFailure = (error: unknown) => setFailure({ message: asAppError(error).message, aboutPicture: false });
  const choosePicture = (chosen: PictureChoice | undefined) => {
    setFailure(undefined);
    setPicture(chosen);
  };
  /** Replaces the creator's own change by the saved value. */
  const takeSaved = (part: PagePart) => {
    if (!otherEdit) return;
    form.setValue(part, otherEdit.saved[part], { shouldValidate: true });
    setOtherEdit({ ...otherEdit, clashes: otherEdit.clashes.filter((clash) => clash !== part) });
  };
  return { form, submit, page, read, picture, choosePicture, otherEdit, takeSaved, failure };
}

export type EditPageForm = ReturnType<typeof useEditPage>;
