import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { addCreatorForm } from '#contract/creators.ts';
import { errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';

export type AddedCreator = z.output<typeof addCreatorForm>;

/** The form while it is being filled in: a platform may still be unchosen. */
export type AddCreatorFields = Omit<z.input<typeof addCreatorForm>, 'socialLinks'> & {
  socialLinks: { platform: string; url: string }[];
};

const check = zodResolver(addCreatorForm) as unknown as Resolver<AddCreatorFields, unknown, AddedCreator>;

/** The contract's own rules. Rows that nobody touched count as no rows. */
export const checkAddedCreator: Resolver<AddCreatorFields, unknown, AddedCreator> = (values, context, options) => {
  const untouched = values.socialLinks.every(({ platform, url }) => platform === '' && url.trim() === '');
  return check(untouched ? { ...values, socialLinks: [] } : values, context, options);
};

/** Why a file cannot be an avatar; undefined where it may be. */
export function avatarFault(file: { type: string; size: number }): string | undefined {
  if (!(limits.imageTypes as readonly string[]).includes(file.type)) return errorTable.image_type.message;
  if (file.size >= limits.imageBytes) return errorTable.image_too_large.message;
  return undefined;
}

/** As the call takes it: a form with the links as text and the file, where there is one. */
export function formOf({ socialLinks, ...fields }: AddedCreator, avatar: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('socialLinks', JSON.stringify(socialLinks));
  if (avatar) form.append('avatar', avatar);
  return form;
}
