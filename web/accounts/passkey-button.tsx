import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Text } from '#contract/language/text.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import {
  askForPasskey,
  type PasskeyAnswer,
  type PasskeyOptions,
  passkeyFailure,
  pauseSuggestions,
  resumeSuggestions,
} from './passkeys.ts';

interface PasskeyButtonProps<T> extends Pick<ButtonProps, 'variant' | 'size' | 'wide'> {
  label: Text;
  /** Gets a challenge of the server. */
  start: () => Promise<PasskeyOptions>;
  /** Sends the passkey's answer. */
  finish: (answer: PasskeyAnswer) => Promise<T>;
  /** Leaves the page or closes the dialog: the button stays busy. */
  onDone: (result: T) => void;
}

/** Asks for a passkey, and says below the button what went wrong. */
export function PasskeyButton<T>({ label, start, finish, onDone, ...style }: PasskeyButtonProps<T>) {
  const ready = useHydrated();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  usePageReturn(() => setBusy(false));
  const ask = async () => {
    setFailure(undefined);
    setBusy(true);
    pauseSuggestions();
    try {
      onDone(await finish(await askForPasskey(start)));
    } catch (error) {
      setFailure(passkeyFailure(error));
      setBusy(false);
      resumeSuggestions();
    }
  };
  return (
    <div>
      <Button
        {...style}
        icon={<KeyRound aria-hidden="true" />}
        disabled={!ready}
        className="disabled:opacity-100!"
        busy={busy}
        onClick={() => void ask()}
      >
        {label}
      </Button>
      <p role="alert" className="field-error text-center text-sm not-empty:mt-2">
        {failure}
      </p>
    </div>
  );
}
