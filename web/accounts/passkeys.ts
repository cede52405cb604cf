import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useEffect, useEffectEvent } from 'react';
import { AppError } from '#contract/app-error.ts';
import { startPasskeySignIn } from '#contract/calls/accounts.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import type { addPasskey, signInWithPasskey } from '#contract/second-factor.ts';
import { call } from '#web/data/call.ts';

/** The browser's answer to a challenge. */
export type PasskeyAnswer = InputOf<typeof signInWithPasskey>['body'];
type NewPasskey = InputOf<typeof addPasskey>['body']['answer'];
/** A challenge of the server, as the browser takes it. */
export type PasskeyOptions = Record<string, unknown>;

/** Loaded at the first use, because few visits need it. */
const library = () => import('@simplewebauthn/browser');

const requestOf = (options: PasskeyOptions) => options as unknown as PublicKeyCredentialRequestOptionsJSON;
/** The server asks for no extensions, so it gets none. */
const clientExtensionResults = {};

const isSupported = () => typeof PublicKeyCredential === 'function';

class Unsupported extends Error {
  constructor() {
    super(t`This browser doesn’t support passkeys.`);
  }
}

/** Shows the browser's dialog to choose a passkey. `start` gets a challenge. Rejects if the person closes the dialog. */
export async function askForPasskey(start: () => Promise<PasskeyOptions>): Promise<PasskeyAnswer> {
  if (!isSupported()) throw new Unsupported();
  const [{ startAuthentication }, options] = await Promise.all([library(), start()]);
  return { ...(await startAuthentication({ optionsJSON: requestOf(options) })), clientExtensionResults };
}

/** Shows the browser's dialog to make a passkey. `start` gets a challenge. Rejects if the person closes the dialog. */
export async function makePasskey(start: () => Promise<PasskeyOptions>): Promise<NewPasskey> {
  if (!isSupported()) throw new Unsupported();
  const [{ startRegistration }, options] = await Promise.all([library(), start()]);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })), clientExtensionResults };
}

const messages: Record<string, Message> = {
  // The person closed the dialog, waited too long, or has no passkey here: browsers don't say which.
  NotAllowedError: msg`No passkey was used. Please try again.`,
  InvalidStateError: msg`This device already has a passkey for your account.`,
  NotSupportedError: msg`This device can’t make a passkey that works here. Try another one.`,
  ConstraintError: msg`This device can’t make a passkey that works here. Try another one.`,
};

/** The message after a failed call, or a failed dialog of the browser. */
export function passkeyFailure(error: unknown): Text {
  if (error instanceof AppError || error instanceof Unsupported) return verbatim(error.message);
  const name = error instanceof Error ? error.name : '';
  const known = messages[name];
  return known ? textOf(known) : t`The passkey couldn’t be used. Check your connection and try again.`;
}

/** The suggestions of this page. Client only. Only one dialog or suggestion of a page can wait for a passkey. */
let suggestions: { pause(): void; resume(): void } | undefined;

/** Takes the suggestions back while the browser shows a dialog. */
export const pauseSuggestions = () => suggestions?.pause();
export const resumeSuggestions = () => suggestions?.resume();

/** A challenge is valid for five minutes, and a page may wait longer for its reader. */
const renewMs = 4 * 60_000;

const canSuggest = async () =>
  isSupported() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Suggests passkeys until `pause`. `onAnswer` gets the passkey that the person chose. */
function createSuggestions(onAnswer: (answer: PasskeyAnswer) => void) {
  let round = 0;
  let cancel = (): void => undefined;
  let startedAt = 0;
  async function suggest(): Promise<void> {
    round += 1;
    const own = round;
    startedAt = performance.now();
    if (!(await canSuggest())) return;
    const { startAuthentication, WebAuthnAbortService } = await library();
    if (own !== round) return;
    const options = await call(startPasskeySignIn, {}, { isChange: false });
    if (own !== round) return;
    cancel = () => WebAuthnAbortService.cancelCeremony();
    const answer = await startAuthentication({ optionsJSON: requestOf(options), useBrowserAutofill: true });
    if (own === round) onAnswer({ ...answer, clientExtensionResults });
  }
  const resume = () => {
    // Without suggestions, the person still has the button and the password. An aborted suggestion rejects, too.
    suggest().catch(() => undefined);
  };
  const pause = () => {
    round += 1;
    cancel();
    cancel = () => undefined;
  };
  const renew = () => {
    const isOld = performance.now() - startedAt >= renewMs;
    if (isOld && document.visibilityState === 'visible') resume();
  };
  return { pause, resume, renew };
}

/**
 * Suggests passkeys in the page's field with autocomplete="… webauthn", together with saved passwords. Does nothing in browsers that
 * cannot. Ends when the page is left or `enabled` becomes false.
 */
export function usePasskeySuggestions(enabled: boolean, onChoice: (answer: PasskeyAnswer) => void): void {
  const choose = useEffectEvent(onChoice);
  useEffect(() => {
    if (!enabled) return;
    const { pause, resume, renew } = createSuggestions((answer) => choose(answer));
    suggestions = { pause, resume };
    resume();
    const timer = setInterval(renew, renewMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      suggestions = undefined;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      pause();
    };
  }, [enabled]);
}
