import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { getOwnCreatorPage } from '#contract/calls/creators.ts';
import type { OwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { LeaveGuard } from '#web/data/leave-guard.tsx';
import { optional, query, useData } from '#web/data/query.ts';
import { changesIn } from '#web/data/two-edits.ts';
import { pictureFault } from '#web/pictures/picture-fault.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { CategoryField } from './category-field.tsx';
import { CreatorHeader } from './creator-header.tsx';
import { type PageFields, partLabels } from './edit-page-fields.ts';
import { AccountOffer, offerOf, shownPart } from './edit-page-notices.tsx';
import { linksOf, SocialLinksField } from './social-links-field.tsx';
import { type EditPageForm, useEditPage } from './use-edit-page.ts';
import { useFilePreview } from './use-file-preview.ts';

export const ownPage = optional(query(getOwnCreatorPage));

/** The URL of the picture that the page will show. */
function usePictureUrl({ page, picture }: Pick<EditPageForm, 'page' | 'picture'>): string | null {
  const preview = useFilePreview(picture instanceof File ? picture : undefined);
  if (picture === 'none') return null;
  if (picture === 'account') return page.account?.avatarUrl ?? page.avatarUrl;
  return preview ?? page.avatarUrl;
}

interface PictureProps extends Pick<EditPageForm, 'picture' | 'choosePicture' | 'failure'> {
  name: string;
  url: string | null;
}

function PictureField({ name, url, picture, choosePicture, failure }: PictureProps) {
  const [fault, setFault] = useState<string>();
  const choose = async (file: File | undefined) => {
    const wrong = file && (await pictureFault(file));
    setFault(wrong);
    if (file && !wrong) choosePicture(file);
  };
  const error = fault ?? (failure?.aboutPicture ? failure.message : undefined);
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-1.5">{t`Picture`}</legend>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={name} src={url} size={96} />
        <div className="grid min-w-60 flex-1 gap-3">
          <FileDrop
            label={url ? t`Choose another picture` : t`Choose a picture`}
            note={t`PNG, JPG or WebP, under 5 MB. Displayed as a circle.`}
            accept={limits.imageTypes.join(',')}
            onFiles={([file]) => void choose(file)}
            {...(error ? { error } : {})}
          />
          <p className="flex flex-wrap gap-2.5 empty:hidden">
            {url ? <Button size="sm" onClick={() => choosePicture('none')}>{t`Remove picture`}</Button> : null}
            {picture ? (
              <Button size="sm" variant="ghost" onClick={() => choosePicture(undefined)}>{t`Undo`}</Button>
            ) : null}
          </p>
        </div>
      </div>
    </fieldset>
  );
}

function Preview({ page, fields, url }: { page: OwnCreatorPage; fields: PageFields; url: string | null }) {
  const profile = {
    ...page,
    displayName: fields.fullName.trim() || page.displayName,
    description: fields.description.trim(),
    category: fields.category || page.category,
    avatarUrl: url,
    profileImageUrl: url,
    socialLinks: fields.socialLinks.filter((link) => link.url.trim() !== ''),
  };
  return (
    <section aria-labelledby="page-preview" className="xl:sticky xl:top-6">
      <h3 id="page-preview">{t`Preview`}</h3>
      <p className="mt-1 mb-4 text-sm text-muted">{t`Fans see this at the top of your page once you save.`}</p>
      <CreatorHeader profile={profile} preview />
    </section>
  );
}

function Fields({ edit, url }: { edit: EditPageForm; url: string | null }) {
  const { form, submit, page, picture, edits, choosePicture, failure } = edit;
  const { register, control, formState, setValue } = form;
  const { errors, isSubmitting } = formState;
  const [isDeclined, setDeclined] = useState(false);
  const [name = '', bio = ''] = useWatch({ control, name: ['fullName', 'description'] });
  const offer = isDeclined ? undefined : offerOf(page);
  const copy = () => {
    if (offer?.avatarUrl) choosePicture('account');
    if (offer?.bio) setValue('description', offer.bio, { shouldDirty: true });
    setDeclined(true);
  };
  // Fields register in display order, because the form focuses the first invalid field.
  const fullName = register('fullName');
  return (
    <form
      noValidate
      className="card grid min-w-0 grid-cols-1 gap-6 p-5 md:p-6"
      onSubmit={(event) => void submit(event)}
    >
      {edits.clash ? (
        <EditClashNotice
          clash={edits.clash}
          labels={partLabels()}
          show={(part, value) => shownPart(part, value, url)}
          onChoose={edits.choose}
        />
      ) : null}
      {offer ? <AccountOffer offer={offer} onCopy={copy} onDecline={() => setDeclined(true)} /> : null}
      <PictureField name={name} url={url} picture={picture} choosePicture={choosePicture} failure={failure} />
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={100}
        hint={t`Fans see it wherever you act as a creator. Admins are told about a new name.`}
        error={errors.fullName?.message}
        {...fullName}
      />
      <TextArea
        label={t`Bio`}
        optional
        rows={4}
        counter={[bio.trim().length, limits.bioMax]}
        error={errors.description?.message}
        {...register('description')}
      />
      <CategoryField current={page.category} error={errors.category?.message} {...register('category')} />
      <SocialLinksField {...linksOf(form)} />
      {failure && !failure.aboutPicture ? (
        <p className="field-error" role="alert">
          {failure.message}
        </p>
      ) : null}
      <Button type="submit" variant="primary" className="w-max" busy={isSubmitting}>{t`Save page`}</Button>
    </form>
  );
}

function Editor({ saved }: { saved: OwnCreatorPage }) {
  const edit = useEditPage(saved);
  const fields = useWatch({ control: edit.form.control }) as PageFields;
  const url = usePictureUrl(edit);
  const hasChanges = edit.picture !== undefined || Object.keys(changesIn(fields, edit.read)).length > 0;
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
      <LeaveGuard
        when={hasChanges && !edit.form.formState.isSubmitting}
      >{t`Your changes to your page aren’t saved yet. If you leave, they are lost.`}</LeaveGuard>
      <Fields edit={edit} url={url} />
      <Preview page={edit.page} fields={fields} url={url} />
    </div>
  );
}

/** The form in which a creator edits their public page, with a preview. */
export function EditPage() {
  const page = useData(ownPage);
  return (
    <section aria-labelledby="edit-page">
      <h2 id="edit-page">{t`Your page`}</h2>
      <p className="mt-1 mb-5 max-w-text text-muted">{t`Your name, picture, bio, category and links, as fans see them on your creator page.`}</p>
      <Loaded of={page} loading={<Skeleton className="h-125 rounded-xl" />} failed={t`We couldn’t load your page`}>
        {(saved) => <Editor saved={saved} />}
      </Loaded>
    </section>
  );
}
