import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { addCreatorForm } from '#contract/creators/creators.ts';

export type AddedCreator = z.output<typeof addCreatorForm>;

/** The unfinished form, in which a link may have no platform yet. */
export type AddCreatorFields = Omit<z.input<typeof addCreatorForm>, 'socialLinks'> & {
  socialLinks: { platform: string; url: string }[];
};

const check = zodResolver(addCreatorForm) as unknown as Resolver<AddCreatorFields, unknown, AddedCreator>;

/** Validates with the contract's schema. Ignores link rows if all of them are empty. */
export const checkAddedCreator: Resolver<AddCreatorFields, unknown, AddedCreator> = (values, context, options) => {
  const untouched = values.socialLinks.every(({ platform, url }) => platform === '' && url.trim() === '');
  return check(untouched ? { ...values, socialLinks: [] } : values, context, options);
};

/** The multipart request body, with the links as JSON and the optional file. */
export function formOf({ socialLinks, ...fields }: AddedCreator, avatar: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('socialLinks', JSON.stringify(socialLinks));
  if (avatar) form.append('avatar', avatar);
  return form;
}
