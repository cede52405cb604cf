import { useEffect } from 'react';
import { type AppError, type ErrorCode, generalMessages } from '#contract/app-error.ts';
import { type Message, msg, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { guardPath, paths } from '#contract/paths.ts';
import { bodyTextOf, isUnreachable, refusalOf } from '#web/data/failures.ts';
import { useLocation, usePageError } from '#web/data/location.tsx';
import { useReload } from '#web/data/use-router.ts';
import { FanMark } from '#web/ui/brand.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { statusLine, statusTextOf } from '#web/ui/failure-message.ts';
import { RichText } from '#web/ui/rich-text.tsx';

/** The title of the page that shows an error; also its heading. */
export function titleOfError(error: AppError): Text {
  if (error.status === 404) return t`Page Not Found`;
  if (isUnreachable(error)) return t`You are offline`;
  if (error.status === 401) return t`Sign in to see this page`;
  if (error.status === 403) return t`You don’t have access to this page`;
  return t`Something went wrong`;
}

/** The message of the error's code, instead of the text of a proxy's page. */
function generalWords({ code, message, details }: AppError): Text {
  const general = (generalMessages as Partial<Record<ErrorCode, Message>>)[code];
  if (general) return textOf(general);
  return details.answer ? textOf(generalMessages.internal) : verbatim(message);
}

function explain(error: AppError): Text {
  if (error.status === 404) return t`There is no page at this address. It may have been moved or removed.`;
  const words = (error.status < 500 && verbatim(bodyTextOf(error))) || generalWords(error);
  if (error.status === 403) return sentences(words, t`If you think this is a mistake, contact us.`);
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

/** After an error of a component. The cached data may be its cause, so a new document starts without it. */
const reloadDocument = () => window.location.reload();

/** The answer to the report of an error in the browser; without a reference if it could not be sent. */
export interface PageErrorReport {
  reference: string | null;
}

function Reference({ of }: { of: string }) {
  return (
    <span>
      <RichText
        text={msg`If it keeps happening, tell us this reference: <b>${{ reference: of }}</b>`}
        tags={{ b: (text) => <b className="num select-all">{text}</b> }}
      />
    </span>
  );
}

/** Holds its line for the answer to the report, so that the buttons below do not move. */
function Reported({ reference, failed }: { reference: string | null | undefined; failed: boolean }) {
  return (
    <p className="mt-3 min-h-6 text-sm text-muted" aria-live="polite">
      {reference ? <Reference of={reference} /> : null}
      {failed ? <span>{t`We couldn’t send a report of this error. If it keeps happening, contact us.`}</span> : null}
    </p>
  );
}

interface ErrorPageProps {
  /** The page failed in the browser, after the server had answered. */
  inBrowser?: boolean;
  /** Undefined until the report is answered, and for errors that are not reported. */
  report?: PageErrorReport | undefined;
}

/** Replaces a page that cannot be shown. */
export function ErrorPage({ inBrowser = false, report }: ErrorPageProps) {
  const error = refusalOf(usePageError());
  const { pathname } = useLocation();
  const { reload, isLoading } = useReload();
  const isOffline = isUnreachable(error);
  // An error of a component, as opposed to a refusal by the server.
  const isOurs = inBrowser && error.status === 500 && !error.details.answer;
  const reference = report?.reference ?? error.details.reference;
  useRetryOnline(isOffline, reload);
  return (
    <div className="face face-page">
      <FanMark />
      {isOffline || isOurs ? null : <p className="num text-faint">{statusOf(error)}</p>}
      <h1>{titleOfError(error)}</h1>
      <p className="mt-1 text-lg">{isOurs ? t`This page stopped working in your browser.` : explain(error)}</p>
      <Reported reference={reference} failed={report?.reference === null} />
      <div className="face-actions">
        {error.status >= 500 ? (
          <Button variant="primary" busy={isLoading} onClick={isOurs ? reloadDocument : reload}>{t`Try again`}</Button>
        ) : null}
        {error.status === 401 ? <LinkButton to={guardPath(pathname)} variant="primary">{t`Sign In`}</LinkButton> : null}
        <LinkButton
          to={paths.feed}
          variant={error.status < 500 && error.status !== 401 ? 'primary' : 'quiet'}
        >{t`Browse pools`}</LinkButton>
        <LinkButton to="/">{t`Home`}</LinkButton>
        {error.status === 403 || error.status === 500 ? (
          <LinkButton to={paths.contactUs} variant="ghost">{t`Contact Us`}</LinkButton>
        ) : null}
      </div>
    </div>
  );
}
