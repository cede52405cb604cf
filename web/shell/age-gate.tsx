import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { ageFlag, ageTime, onAgePassed, serverKnowsAge } from '#web/data/age-passed.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Whether this browser has passed the gate within the last four hours. */
function isAgeVerified(): boolean {
  const at = Number(localStorage.getItem(ageTime));
  return localStorage.getItem(ageFlag) === 'true' && Date.now() - at < limits.ageVerifiedMs;
}

/** Remembered here, and in a cookie for the server, which never renders adult content without it. */
function rememberAge(): void {
  localStorage.setItem(ageFlag, 'true');
  localStorage.setItem(ageTime, String(Date.now()));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${ageFlag}=1; path=/; max-age=${limits.ageVerifiedMs / 1000}; samesite=lax`;
}

/** The server holds back adult content again. */
function forgetAge(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${ageFlag}=; path=/; max-age=0; samesite=lax`;
}

/** What the server held back; what is known not to be there, such as a visitor's account, is not asked for. */
function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.data !== null });
}

export interface AgeGateProps {
  /** The page shows, or is about to show, adult content. */
  active: boolean;
  /** What happens on "No": leave, or drop the category that was chosen. */
  onRefuse: () => void;
  /** What waits for a yes; goes on at once where it was given before. */
  onPass?: () => void;
}

/**
 * Asks once in four hours, where adult content is about to be shown. After a yes everything on screen is read again, now with what
 * the server held back. Neither Escape nor a press outside answers it.
 */
export function AgeGate({ active, onRefuse, onPass }: AgeGateProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const waiting = useRef(onPass);
  waiting.current = onPass;
  useEffect(() => {
    if (!active) return setAsking(false);
    const verified = isAgeVerified();
    setAsking(!verified);
    // The storage remembers but the cookie may have been cleared: the server has to be told again.
    if (verified && !serverKnowsAge()) {
      rememberAge();
      readAgain(queries);
    }
    // The cookie has outlived the storage: nothing adult may be on the page while it asks, or stay after a "No".
    if (!verified && serverKnowsAge()) {
      forgetAge();
      readAgain(queries);
    }
    if (!verified) return;
    for (const act of onAgePassed) act();
    waiting.current?.();
  }, [active, queries]);

  const pass = () => {
    rememberAge();
    setAsking(false);
    for (const act of onAgePassed) act();
    readAgain(queries);
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
      title="NSFW Content"
      size="sm"
      footer={
        <>
          <Button onClick={refuse}>No, I am under 18</Button>
          <Button variant="primary" onClick={pass}>
            Yes, I am 18+
          </Button>
        </>
      }
    >
      <p>What you are about to see is meant for adults. Are you 18 or older?</p>
      <p className="mt-2 text-muted">Your answer is remembered for four hours on this device.</p>
    </Dialog>
  );
}
