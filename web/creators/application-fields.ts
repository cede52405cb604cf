import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangeEvent } from 'react';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { applicationForm } from '#contract/creators.ts';

export type Application = z.output<typeof applicationForm>;

/** The form while it is being filled in: a platform may still be unchosen. */
export type ApplicationFields = Omit<z.input<typeof applicationForm>, 'socialLinks' | 'agreement'> & {
  agreement: boolean;
  socialLinks: { platform: string; url: string }[];
};

export const emptyLink = { platform: '', url: '' };

/** Lower-cases and takes out what a username cannot hold, while it is typed. */
export function cleanUsername(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_]/g, '');
}

/** Strips while typing and keeps the caret where it was. */
export function cleanWhileTyping(event: ChangeEvent<HTMLInputElement>): void {
  const input = event.target;
  const caret = cleanUsername(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const cleaned = cleanUsername(input.value);
  if (cleaned === input.value) return;
  input.value = cleaned;
  input.setSelectionRange(caret, caret);
}

const check = zodResolver(applicationForm) as unknown as Resolver<ApplicationFields, unknown, Application>;

/** The contract's own rules. Rows that nobody touched count as no rows. */
export const checkApplication: Resolver<ApplicationFields, unknown, Application> = (values, context, options) => {
  const untouched = values.socialLinks.every(({ platform, url }) => platform === '' && url.trim() === '');
  return check(untouched ? { ...values, socialLinks: [] } : values, context, options);
};
