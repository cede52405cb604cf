import type { AppError } from '#contract/app-error.ts';
import { browserMessages } from '#contract/browser-messages.ts';
import { type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { asAppError, bodyTextOf, isUnreachable } from '#web/data/failures.ts';
import { statusTextOf } from '#web/ui/failure-message.ts';

/** The status text of a 5xx failure (specification 8, "Auth call"); undefined for any other error. */
function serverFault(error: AppError): Text | undefined {
  if (error.status < 500) return undefined;
  if (isUnreachable(error)) return verbatim(error.message);
  const { status, details } = error;
  return verbatim(statusTextOf(status, details.answer?.statusText));
}

/** Whether the password was right, and the account has a second step. */
export const needsSecondStep = (error: unknown): boolean => asAppError(error).code === 'second_step_required';

/** The message for a failed sign-in. */
export function loginFailure(error: unknown): Text {
  const failure = asAppError(error);
  if (failure.status === 401) return textOf(browserMessages.bad_credentials);
  return serverFault(failure) || verbatim(bodyTextOf(failure)) || t`Login failed. Please try again.`;
}

/** Whether a failed registration concerns a field: by its code, by the field that the server names first, or by a text without fields. */
function isAbout({ code, status, message, details: { fields } }: AppError, field: 'email' | 'username'): boolean {
  if (code === `${field}_taken`) return true;
  if (status !== 400) return false;
  return fields ? Object.keys(fields)[0] === field : message.toLowerCase().includes(field);
}

/** The message for a failed registration, and the field it concerns. */
export function registerFailure(error: unknown): { message: Text; field?: 'email' | 'username' } {
  const failure = asAppError(error);
  if (isAbout(failure, 'email')) return { message: textOf(browserMessages.email_taken), field: 'email' };
  if (isAbout(failure, 'username')) return { message: textOf(browserMessages.username_taken), field: 'username' };
  return {
    message: serverFault(failure) || verbatim(bodyTextOf(failure)) || t`Registration failed. Please try again.`,
  };
}

const isNamed = (code: string): code is keyof typeof browserMessages => Object.hasOwn(browserMessages, code);

/** The message for a failed sign-in with a provider, from the `error` code of the return address. */
export function providerFailure(code: string | null): Text | undefined {
  if (code === null) return undefined;
  return textOf(isNamed(code) ? browserMessages[code] : browserMessages.google_failed);
}
