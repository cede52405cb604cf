import type { QueryClient } from '@tanstack/react-query';
import { freshProof } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

// Client only: only event handlers write it.
let question: Promise<boolean> | undefined;

/** From now on, acts that need a proof of identity ask for it in a dialog above the page, and are then repeated. */
export function askForProof(queries: QueryClient): void {
  freshProof.ask = () => {
    question ??= import('./open-proof-dialog.tsx')
      .then(({ openProofDialog }) => openProofDialog(queries))
      .catch((error: unknown) => {
        logFailure('could not ask for a proof of identity', error);
        return false;
      })
      .finally(() => {
        question = undefined;
      });
    return question;
  };
}
