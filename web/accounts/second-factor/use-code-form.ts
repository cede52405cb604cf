import { type FormEvent, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { asAppError } from '#web/data/failures.ts';

/** The state of a form with one code. `send` gets the code. */
export function useCodeForm(send: (code: string) => Promise<void>) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (text: string) => {
    setCode(text);
    setFailure(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    if (busy) return;
    if (code.trim() === '') {
      setFailure(t`Code is required`);
      field?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await send(code);
    } catch (error) {
      setFailure(asAppError(error).message);
      // The next code replaces this one.
      field?.select();
    } finally {
      setBusy(false);
    }
  };
  return { code, change, failure, busy, submit };
}
