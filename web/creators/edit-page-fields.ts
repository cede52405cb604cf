import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type EditedCreator, editCreatorForm } from '#contract/creators/edit-creator.ts';
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

export const partLabels: Record<PagePart, string> = {
  fullName: 'Name',
  description: 'Bio',
  category: 'Category',
  socialLinks: 'Social media links',
};
const parts = Object.keys(partLabels) as PagePart[];

export const fieldsOf = ({ displayName, description, category, socialLinks }: EditedCreator): PageFields => ({
  fullName: displayName,
  description,
  category: category ?? '',
  socialLinks: socialLinks.length > 0 ? socialLinks.map(({ platform, url }) => ({ platform, url })) : [emptyLink],
});

const textOf = (value: PageFields[PagePart]): string =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value.map(({ platform, url }) => [platform, url.trim()]));

export const hasSamePart = (one: PageFields, other: PageFields, part: PagePart): boolean =>
  textOf(one[part]) === textOf(other[part]);

/** The parts that differ from what the creator read. Only these are checked and sent. */
export function changesIn(fields: PageFields, read: PageFields): Partial<PageFields> {
  return Object.fromEntries(
    parts.filter((part) => !hasSamePart(fields, read, part)).map((part) => [part, fields[part]]),
  );
}

/** The parts that the creator and another tab have both changed, to different values. */
export function clashesOf(fields: PageFields, read: PageFields, saved: PageFields): PagePart[] {
  return parts.filter(
    (part) => !hasSamePart(fields, read, part) && !hasSamePart(saved, read, part) && !hasSamePart(fields, saved, part),
  );
}

/** Takes the saved value of every part that the creator has not changed. */
export function mergeSaved(fields: PageFields, read: PageFields, saved: PageFields): PageFields {
  return { ...saved, ...changesIn(fields, read) };
}

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
export function formOf(changed: Partial<PageFields>, picture: PictureChoice | undefined, version: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(changed)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (picture instanceof File) form.append('avatar', picture);
  else if (picture) form.append('picture', picture);
  form.append('version', version);
  return form;
}
