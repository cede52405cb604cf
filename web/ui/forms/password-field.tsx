import { Eye, EyeOff } from 'lucide-react';
import { type ClipboardEvent, type ComponentProps, useState } from 'react';
import { plural, t } from '#contract/language/text.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = Pick<FieldProps, 'label' | 'hint' | 'error'> & Omit<ComponentProps<'input'>, 'type' | 'className'>;

/** Browsers cut a paste at `maxlength` and say nothing. Puts all of it into the field, which then says that it is too long. */
function pasteWhole(event: ClipboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData('text');
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  if (field.maxLength < 0 || field.value.length - (to - from) + pasted.length <= field.maxLength) return;
  event.preventDefault();
  field.setRangeText(pasted, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A password field with a button that shows or hides the password. */
export function PasswordField({ label, hint, error, ...control }: Props) {
  const [shown, setShown] = useState(false);
  const [tooLong, setTooLong] = useState(false);
  const { maxLength } = control;
  const fault =
    error ??
    (tooLong && maxLength
      ? t`Password must be ${plural({ most: maxLength }, { one: '# character', other: '# characters' })} or less`
      : undefined);
  return (
    <Field label={label} hint={hint} error={fault}>
      {(wiring) => (
        <span className="input-frame" dir="ltr">
          <input
            {...control}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className="input"
            onPaste={pasteWhole}
            onInput={({ currentTarget: { value } }) =>
              setTooLong(maxLength !== undefined && value.normalize('NFC').length > maxLength)
            }
          />
          <button
            type="button"
            className="input-trail"
            aria-label={shown ? t`Hide password` : t`Show password`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </button>
        </span>
      )}
    </Field>
  );
}
