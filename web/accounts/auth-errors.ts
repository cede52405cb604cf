import { errorTable } from '#contract/errors.ts';
import { asAppError, isUnreachable } from '#web/data/call.ts';

const statusTexts: Record<number, string> = {
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/** The status text of a failure on our side (specification 8); undefined for any other. */
function serverFault(error: unknown): string | undefined {
  const { status, message } = asAppError(error);
  if (status < 500) return undefined;
  return isUnreachable(error) ? message : statusTexts[status];
}

/** What the server said; empty where all there is, is a status like "418 I'm a teapot". */
const saidBy = (message: string) => (/^\d{3}(?: |$)/.test(message) ? '' : message);

/** What a failed sign-in tells the person. */
export function loginFailure(error: unknown): string {
  const { status, message } = asAppError(error);
  if (status === 401) return errorTable.bad_credentials.message;
  return serverFault(error) ?? (saidBy(message) || 'Login failed. Please try again.');
}

/** What a failed registration tells the person, and the field it is about. */
export function registerFailure(error: unknown): { message: string; field?: 'email' | 'username' } {
  const { status, message } = asAppError(error);
  if (status === 400 && /email/i.test(message)) return { message: errorTable.email_taken.message, field: 'email' };
  if (status === 400 && /username/i.test(message)) {
    return { message: errorTable.username_taken.message, field: 'username' };
  }
  return { message: serverFault(error) ?? (saidBy(message) || 'Registration failed. Please try again.') };
}

/** What went wrong with Google, as its return address tells. */
export function googleFailure(code: string | null): string | undefined {
  if (code === null) return undefined;
  return code in errorTable ? errorTable[code as keyof typeof errorTable].message : errorTable.google_failed.message;
}
