import { type AppError, errorTable } from '#contract/errors.ts';
import { asAppError, bodyTextOf, isUnreachable } from '#web/data/failures.ts';
import { statusTextOf } from '#web/ui/failure-message.ts';

/** The status text of a 5xx failure (specification 8, "Auth call"); undefined for any other error. */
function serverFault(error: AppError): string | undefined {
  if (error.status < 500) return undefined;
  if (isUnreachable(error)) return error.message;
  const { status, details } = error;
  return statusTextOf(status, details.answer?.statusText);
}

/** Whether the password was right, and the account has a second step. */
export const needsSecondStep = (error: unknown): boolean => asAppError(error).code === 'second_step_required';

/** The message for a failed sign-in. */
export function loginFailure(error: unknown): string {
  const failure = asAppError(error);
  if (failure.status === 401) return errorTable.bad_credentials.message;
  return serverFault(failure) || bodyTextOf(failure) || 'Login failed. Please try again.';
}

/** The message for a failed registration, and the field it concerns. */
export function registerFailure(error: unknown): { message: string; field?: 'email' | 'username' } {
  const failure = asAppError(error);
  const { status, message } = failure;
  if (status === 400 && /email/i.test(message)) return { message: errorTable.email_taken.message, field: 'email' };
  if (status === 400 && /username/i.test(message)) {
    return { message: errorTable.username_taken.message, field: 'username' };
  }
  return { message: serverFault(failure) || bodyTextOf(failure) || 'Registration failed. Please try again.' };
}

/** The message for a failed sign-in with a provider, from the `error` code of the return address. */
export function providerFailure(code: string | null): string | undefined {
  if (code === null) return undefined;
  const known = code in errorTable ? errorTable[code as keyof typeof errorTable].message : '';
  return known || errorTable.google_failed.message;
}
