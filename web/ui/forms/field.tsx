import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { t } from '#contract/language/text.ts';
import type { Words } from '#web/ui/rich-text.tsx';

export interface FieldProps {
  label: Words;
  /** Shown below the field, also while there is an error, because it explains what to enter. */
  hint?: Words;
  /** Shown above the hint and announced to screen readers. */
  error?: string;
  /** A confirmation that replaces the hint ("Username is available"). */
  good?: string;
  counter?: readonly [length: number, max: number];
  /** Shows "optional" beside the label. */
  optional?: boolean;
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean;
}

interface FrameProps extends FieldProps {
  children: (wiring: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

type NoteProps = Pick<FieldProps, 'hint' | 'error' | 'good' | 'counter'> & { id: string };

/** Below the control: the error or confirmation, the hint, and the counter. */
function Note({ id, hint, error, good, counter }: NoteProps) {
  const note = error || good || hint;
  if (!note && !counter) return null;
  return (
    <div className="field-note">
      <span id={`${id}-note`} aria-live="polite" className={error ? 'field-error' : good ? 'field-good' : undefined}>
        {note}
      </span>
      {counter ? (
        <span className="field-counter" data-over={counter[0] > counter[1]}>
          {counter[0]}/{counter[1]}
        </span>
      ) : null}
      {error && hint && error !== hint ? (
        <span id={`${id}-hint`} className="basis-full">
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** Label, note and counter around a control. Passes the control the id and ARIA attributes that connect them. */
export function Field({ label, optional, hideLabel, children, ...note }: FrameProps) {
  const id = useId();
  const { hint, error, good } = note;
  const described = error && hint ? `${id}-note ${id}-hint` : `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional ? (
          <span className="optional">{` ${t({ message: 'optional', context: 'beside the label of a field' })}`}</span>
        ) : null}
      </label>
      {children({
        id,
        'aria-describedby': error || good || hint ? described : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <Note id={id} {...note} />
    </div>
  );
}

type Own<P> = FieldProps & Omit<P, keyof FieldProps>;

function split<P extends FieldProps>({ label, hint, error, good, counter, optional, hideLabel, ...control }: P) {
  return { frame: { label, hint, error, good, counter, optional, hideLabel }, control };
}

const isLatin = /email|url|tel|numeric|decimal/;

/** Addresses, numbers and codes, which have no spelling, run from left to right in every language. Other text follows its letters. */
function directionOf({ type, inputMode, spellCheck, dir }: ComponentProps<'input'>): string | undefined {
  if (type === 'date') return undefined;
  return dir ?? (isLatin.test(`${type} ${inputMode}`) || spellCheck === false ? 'ltr' : 'auto');
}

const inputClass = (className?: string) => (className ? `input ${className}` : 'input');

/** Accepts `{...register('email')}` of react-hook-form. `lead` and `trail` are icons or signs before and after the text. */
export function TextField({
  lead,
  trail,
  ...props
}: Own<ComponentProps<'input'>> & { lead?: ReactNode; trail?: ReactNode }) {
  const { frame, control } = split(props);
  const dir = directionOf(control);
  return (
    <Field {...frame}>
      {(wiring) => (
        // The signs before and after an address or an amount have its direction, too.
        <span className="input-frame" dir={dir === 'ltr' ? dir : undefined}>
          {lead ? <span className="input-lead">{lead}</span> : null}
          <input type="text" {...control} {...wiring} dir={dir} className={inputClass(control.className)} />
          {trail ? <span className="input-trail">{trail}</span> : null}
        </span>
      )}
    </Field>
  );
}

export function TextArea(props: Own<ComponentProps<'textarea'>>) {
  const { frame, control } = split(props);
  return (
    <Field {...frame}>
      {(wiring) => <textarea dir="auto" {...control} {...wiring} className={inputClass(control.className)} />}
    </Field>
  );
}

export function SelectField(props: Own<ComponentProps<'select'>>) {
  const { frame, control } = split(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <span className="input-frame">
          <select {...control} {...wiring} className={inputClass(control.className)} />
          <span className="input-trail">
            <ChevronDown aria-hidden="true" />
          </span>
        </span>
      )}
    </Field>
  );
}

/** A checkbox or, with `type="radio"`, a radio button, with its label and note. */
export function Checkbox({
  label,
  note,
  error,
  ...control
}: ComponentProps<'input'> & { label: ReactNode; note?: ReactNode; error?: string }) {
  const id = useId();
  return (
    <label className="check">
      <input
        type="checkbox"
        {...control}
        aria-invalid={error ? true : undefined}
        aria-describedby={note || error ? `${id}-note` : undefined}
      />
      <span>{label}</span>
      {note || error ? (
        <span id={`${id}-note`} className="check-note">
          {error ? <span className="field-error">{error}</span> : null}
          {error && note ? <br /> : null}
          <span>{note}</span>
        </span>
      ) : null}
    </label>
  );
}
