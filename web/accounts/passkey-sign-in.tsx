import type { CurrentUser } from '#contract/accounts.ts';
import { signInWithPasskey, startPasskeySignIn } from '#contract/calls/accounts.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { reloadSignedIn } from './auth-navigation.ts';
import { signInOptions } from './demo-accounts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { type PasskeyAnswer, passkeyFailure, resumeSuggestions, usePasskeySuggestions } from './passkeys.ts';

/** Whether this site offers passkeys. */
export const usePasskeysOffered = () => useData(signInOptions).data?.passkeys === true;

const getChallenge = () => call(startPasskeySignIn, {}, { isChange: false });
const sendAnswer = (answer: PasskeyAnswer) => call(signInWithPasskey, { body: answer });
const openTarget = (target: string) => reloadSignedIn(target, t`Login successful`, t`Welcome back`);

/** Signs in with a passkey, which needs neither email nor password. Renders nothing if the site offers none. */
export function PasskeySignIn({ target }: { target: string }) {
  if (!usePasskeysOffered()) return null;
  return (
    <PasskeyButton
      label={t`Sign in with a passkey`}
      size="lg"
      wide
      start={getChallenge}
      finish={sendAnswer}
      onDone={() => openTarget(target)}
    />
  );
}

/** Confirms a sign-in that waits for its second step. If the person has chosen another account's passkey, that account may be signed in. */
export function ConfirmWithPasskey({ onDone }: { onDone: (user: CurrentUser) => void }) {
  return <PasskeyButton label={t`Use a passkey`} wide start={getChallenge} finish={sendAnswer} onDone={onDone} />;
}

/** Signs in with the passkey that the person chooses among the suggestions of the email field. */
export function usePasskeyFill(
  enabled: boolean,
  target: string,
  { onStart, onFailure }: { onStart: () => void; onFailure: (message: string) => void },
): void {
  usePasskeySuggestions(enabled, (answer) => {
    onStart();
    sendAnswer(answer).then(
      () => openTarget(target),
      (error: unknown) => {
        onFailure(passkeyFailure(error));
        resumeSuggestions();
      },
    );
  });
}
