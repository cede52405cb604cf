import { useEffect } from 'react';
import { type AppError, errorTable } from '#contract/errors.ts';
import { guardPath, paths } from '#contract/paths.ts';
import { bodyTextOf, isUnreachable, refusalOf } from '#web/data/failures.ts';
import { useLocation, usePageError } from '#web/data/location.tsx';
import { useReload } from '#web/data/use-router.ts';
import { FanMark } from '#web/ui/brand.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { statusLine, statusTextOf } from '#web/ui/failure-message.ts';

/** The title of the page that shows an error; also its heading. */
export function titleOfError(error: AppError): string {
  if (error.status === 404) return 'Page Not Found';
  if (isUnreachable(error)) return 'You are offline';
  if (error.status === 401) return 'Sign in to see this page';
  if (error.status === 403) return 'You don’t have access to this page';
  return 'Something went wrong';
}

function explain(error: AppError): string {
  if (error.status === 404) return 'There is no page at this address. It may have been moved or removed.';
  const general = errorTable[error.code].message;
  const words = error.status < 500 ? bodyTextOf(error) || general : general;
  if (error.status === 403) return `${words} If you think this is a mistake, contact us.`;
  return words;
}

/** The status code; from 500 on with the status text. Below 500, `explain` shows the text of the response body. */
function statusOf({ status, details }: AppError): string {
  return status < 500 ? String(status) : statusLine(status, statusTextOf(status, details.answer?.statusText));
}

/** Reloads the page as soon as the browser is online again. */
function useRetryOnline(isOffline: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isOffline, retry]);
}

/** Replaces a page that cannot be shown. */
export function ErrorPage() {
  const error = refusalOf(usePageError());
  const { pathname } = useLocation();
  const { reload, isLoading } = useReload();
  const isOffline = isUnreachable(error);
  useRetryOnline(isOffline, reload);
  return (
    <div className="face face-page">
      <FanMark />
      {isOffline ? null : <p className="num text-faint">{statusOf(error)}</p>}
      <h1>{titleOfError(error)}</h1>
      <p className="mt-1 text-lg">{explain(error)}</p>
      {error.details.reference ? (
        <p className="mt-3 text-sm text-muted">
          If it keeps happening, tell us this reference: <b className="num select-all">{error.details.reference}</b>
        </p>
      ) : null}
      <div className="face-actions">
        {error.status >= 500 ? (
          <Button variant="primary" busy={isLoading} onClick={reload}>
            Try again
          </Button>
        ) : null}
        {error.status === 401 ? (
          <LinkButton to={guardPath(pathname)} variant="primary">
            Sign In
          </LinkButton>
        ) : null}
        <LinkButton to={paths.feed} variant={error.status < 500 && error.status !== 401 ? 'primary' : 'quiet'}>
          Browse pools
        </LinkButton>
        <LinkButton to="/">Home</LinkButton>
        {error.status === 403 || error.status === 500 ? (
          <LinkButton to={paths.contactUs} variant="ghost">
            Contact Us
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}
