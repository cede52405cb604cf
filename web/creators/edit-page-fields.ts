import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type EditedCreator, editCreatorForm } from '#contract/creators/edit-creator.ts';
import { type Text, t } from '#contract/language/text.ts';
import { changesIn } from '#web/data/two-edits.ts';
import { emptyLink } from './application-fields.ts';

/** The unfinished form, in which a link may have no platform yet. */
export interface PageFields {
  fullName: string;
  description: string;
  category: string;
  socialLinks: { platform: string; url: string }[];
}

/** A chosen file, the picture of the account, or no picture. */
export type PictureChoice = File | 'account' | 'none';

export type PagePart = keyof PageFields;

/** The parts that two edits can change, with the URL of the picture. */
export interface PageParts extends PageFields {
  avatarUrl: string | null;
}

/** Stands for the picture that the form will send. */
export const ownPicture = 'own';

export const partLabels = (): Record<keyof PageParts, Text> => ({
  avatarUrl: t`Picture`,
  fullName: t`Name`,
  description: t`Bio`,
  category: t`Category`,
  socialLinks: t`Social media links`,
});
export const pageParts = ['fullName', 'description', 'category', 'socialLinks'] as const satisfies readonly PagePart[];

/** Saved values as the form shows them: an empty category, and a row for the first link. */
export const asFields = <Saved extends PageFields>(saved: Saved): Saved => ({
  ...saved,
  category: saved.category ?? '',
  socialLinks:
    saved.socialLinks.length > 0 ? saved.socialLinks.map(({ platform, url }) => ({ platform, url })) : [emptyLink],
});

export const fieldsOf = ({ displayName, description, category, socialLinks }: EditedCreator): PageFields =>
  asFields({ fullName: displayName, description, category: category ?? '', socialLinks });

const check = zodResolver(editCreatorForm) as unknown as Resolver<PageFields>;

/** Validates the changed parts with the contract's schema, so that an older page can be saved part by part. */
export const checkPage =
  (read: PageFields): Resolver<PageFields> =>
  async (fields, context, options) => {
    const changed = changesIn(fields, read);
    const isEmpty = changed.socialLinks?.every(({ platform, url }) => platform === '' && url.trim() === '');
    const result = await check({ ...changed, ...(isEmpty ? { socialLinks: [] } : {}) } as PageFields, context, options);
    return Object.keys(result.errors).length > 0 ? result : { values: fields, errors: {} };
  };

/** The multipart request body: the changed parts, the picture and the version that the creator read. */
export function formOf(
  changed: Partial<PageParts>,
  picture: PictureChoice | undefined,
  version: string | undefined,
): FormData {
  const form = new FormData();
  for (const name of pageParts) {
    const value = changed[name];
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (picture instanceof File) form.append('avatar', picture);
  else if (picture) form.append('picture', picture);
  if (version) form.append('version', version);
  return form;
}
