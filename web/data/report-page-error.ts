import { reportPageError } from '#contract/calls/site.ts';
import { pageErrorLimits } from '#contract/limits.ts';
import { call } from './call.ts';

/** Sends an error of this page to the server's log. Returns its reference there, or null if the report could not be sent. */
export async function sendPageError(error: unknown): Promise<string | null> {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const body = {
    message: `${name}: ${message}`.slice(0, pageErrorLimits.message),
    stack: (stack ?? '').slice(0, pageErrorLimits.stack),
    path: window.location.pathname.slice(0, pageErrorLimits.path),
  };
  try {
    return (await call(reportPageError, { body }, { isChange: false })).reference;
  } catch {
    return null;
  }
}
