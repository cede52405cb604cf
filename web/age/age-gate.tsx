import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { ageVerifiedAtKey, ageVerifiedKey, ageVerifiedListeners, hasAgeCookie } from '#web/data/age-verification.ts';
import { logFailure } from '#web/data/log.ts';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** When the visitor passed the gate on this page, if the browser refused to store it. Client only: only event handlers write it. */
let passedAt = 0;

/** Whether this browser passed the gate within the last four hours. */
function isAgeVerified(): boolean {
  const isRecent = (at: number) => Date.now() - at < limits.ageVerifiedMs;
  try {
    const isStored = localStorage.getItem(ageVerifiedKey) === 'true';
    if (isStored && isRecent(Number(localStorage.getItem(ageVerifiedAtKey)))) return true;
  } catch {
    // Only the memory of this page is left.
  }
  return isRecent(passedAt);
}

/** Stores the answer here and in a cookie; the server never renders adult content without that cookie. */
function rememberAge(): void {
  const now = Date.now();
  try {
    localStorage.setItem(ageVerifiedKey, 'true');
    localStorage.setItem(ageVerifiedAtKey, String(now));
  } catch (error) {
    passedAt = now;
    logFailure('could not remember the age for the next visit', error);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${ageVerifiedKey}=1; path=/; max-age=${limits.ageVerifiedMs / 1000}; samesite=lax`;
}

/** Makes the server hold back adult content again. */
function forgetAge(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${ageVerifiedKey}=; path=/; max-age=0; samesite=lax`;
}

/** Reads everything on screen again. Skips data known to be absent (null), such as a visitor's account. */
function refetchAll(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.data !== null });
}

export interface AgeGateProps {
  /** True when the page shows, or is about to show, adult content. */
  active: boolean;
  /** Runs on "No": leaves the page, or drops the chosen category. */
  onRefuse: () => void;
  /** Runs on "Yes", or immediately if the visitor has answered yes within the last four hours. */
  onPass?: () => void;
}

/**
 * Asks for the visitor's age before adult content is shown, once in four hours. After a yes, everything on screen is read again,
 * because the server left adult content out. Escape and a click outside do not close the dialog.
 */
export function AgeGate({ active: isWanted, onRefuse, onPass }: AgeGateProps) {
  // Without adult content on this site, there is nothing to confirm an age for.
  const active = useSite().adultContent && isWanted;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const waiting = useRef(onPass);
  waiting.current = onPass;
  useEffect(() => {
    if (!active) return setAsking(false);
    const verified = isAgeVerified();
    setAsking(!verified);
    // The storage has the answer but the cookie may have been cleared: set the cookie again.
    if (verified && !hasAgeCookie()) {
      rememberAge();
      refetchAll(queries);
    }
    // The cookie outlived the storage. Hide adult content while the gate asks, and after a "No".
    if (!verified && hasAgeCookie()) {
      forgetAge();
      refetchAll(queries);
    }
    if (!verified) return;
    for (const act of ageVerifiedListeners) act();
    waiting.current?.();
  }, [active, queries]);

  const pass = () => {
    rememberAge();
    setAsking(false);
    for (const act of ageVerifiedListeners) act();
    refetchAll(queries);
    onPass?.();
  };
  const refuse = () => {
    setAsking(false);
    onRefuse();
  };
  return (
    <Dialog
      open={asking}
      onClose={() => undefined}
      dismissible={false}
      title={t`NSFW Content`}
      size="sm"
      footer={
        <>
          <Button onClick={refuse}>{t`No, I am under 18`}</Button>
          <Button variant="primary" onClick={pass}>{t`Yes, I am 18+`}</Button>
        </>
      }
    >
      <p>{t`This content is for adults. Are you 18 or older?`}</p>
      <p className="mt-2 text-muted">{t`We’ll remember your answer on this device for four hours.`}</p>
    </Dialog>
  );
}
