import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangeEvent } from 'react';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { applicationForm } from '#contract/creators/creators.ts';

export type Application = z.output<typeof applicationForm>;

/** The unfinished form, in which a link may have no platform yet. */
export type ApplicationFields = Omit<z.input<typeof applicationForm>, 'socialLinks' | 'agreement'> & {
  agreement: boolean;
  socialLinks: { platform: string; url: string }[];
};

export const emptyLink = { platform: '', url: '' };

export const emptyApplication: ApplicationFields = {
  fullName: '',
  username: '',
  category: '',
  bio: '',
  socialLinks: [emptyLink],
  proofUrl: '',
  agreement: false,
};

/** Lowercases a text and removes characters that a username cannot contain. */
export function cleanUsername(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_]/g, '');
}

/** Cleans the username while the user types and keeps the caret in place. */
export function cleanWhileTyping(event: ChangeEvent<HTMLInputElement>): void {
  const input = event.target;
  const caret = cleanUsername(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const cleaned = cleanUsername(input.value);
  if (cleaned === input.value) return;
  input.value = cleaned;
  input.setSelectionRange(caret, caret);
}

const check = zodResolver(applicationForm) as unknown as Resolver<ApplicationFields, unknown, Application>;

/** Validates with the contract's schema. Ignores link rows if all of them are empty. */
export const checkApplication: Resolver<ApplicationFields, unknown, Application> = (values, context, options) => {
  const untouched = values.socialLinks.every(({ platform, url }) => platform === '' && url.trim() === '');
  return check(untouched ? { ...values, socialLinks: [] } : values, context, options);
};
