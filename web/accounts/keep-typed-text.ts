import type { QueryClient } from '@tanstack/react-query';
import { endedSession } from '#web/data/call.ts';
import { reopenChatSocket } from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import { userIn } from '#web/data/session.ts';
import { broadcastSessionChange, checkSession, endSession, sessionKey } from '#web/data/session-end.ts';
import { isTyped } from '#web/data/typed-fields.ts';

/** Fields whose text is work. Searches and amounts are typed again in a moment. */
const textFields = 'textarea,input:is([type=text],[type=email],[type=url]):not([role],[inputmode])';

// Client only: only event handlers write it.
let question: Promise<boolean> | undefined;

/** Whether the page contains text that the person typed in it. The profile's bio and restored drafts are stored already. */
function hasTypedText(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    (field) => field.value.trim() !== '' && isTyped(field),
  );
}

/** Whether the person has chosen to sign out in another tab since this page was loaded. That ends every tab. */
function hasSignedOut(): boolean {
  try {
    const change = localStorage.getItem(sessionKey) ?? '';
    return change.endsWith('out') && Number.parseInt(change, 10) > performance.timeOrigin;
  } catch {
    return false;
  }
}

async function ask(queries: QueryClient, me: string): Promise<boolean> {
  const user = userIn(queries);
  if (!user) return false;
  const { openSignInDialog } = await import('./open-sign-in-dialog.tsx');
  if (hasSignedOut()) {
    endSession();
    return false;
  }
  const outcome = await openSignInDialog(queries, user, (close) => {
    endedSession.close = close;
    // The person may sign in in another tab, for example with Google.
    const check = () => void checkSession(me);
    window.addEventListener('focus', check);
    // The chat's connection may end before the other tab reports the sign-out.
    const leave = () => hasSignedOut() && close();
    window.addEventListener('storage', leave);
    return () => {
      endedSession.close = undefined;
      window.removeEventListener('focus', check);
      window.removeEventListener('storage', leave);
    };
  });
  if (outcome === 'visitor' || (outcome === 'elsewhere' && hasSignedOut())) {
    endSession();
    return false;
  }
  reopenChatSocket();
  if (outcome === 'signedIn') broadcastSessionChange();
  // Data known to be absent stays absent: asking for it again is a failed request, which browsers log.
  void queries.invalidateQueries({ predicate: ({ state }) => state.data !== null });
  return true;
}

/**
 * When the session of `me` ends elsewhere, the page stays as it is and asks them to sign in again above it, if they have typed text or
 * are about to send something. After a sign-out in another tab, it becomes a visitor's page like every other one.
 */
export function keepTypedText(queries: QueryClient, me: string): void {
  endedSession.staysOpen = () => (question !== undefined || hasTypedText()) && !hasSignedOut();
  endedSession.ask = () => {
    question ??= ask(queries, me)
      .catch((error: unknown) => {
        logFailure('could not ask to sign in again', error);
        return false;
      })
      .finally(() => {
        question = undefined;
      });
    return question;
  };
}
