import type { ComponentProps } from 'react';
import { msg, textOf } from '#contract/language/text.ts';
import { TextField } from '#web/ui/forms/field.tsx';

/** Six digits of an authenticator app, or a recovery code. */
export type CodeKind = 'app' | 'recovery';

const looks = {
  app: {
    label: msg`Code from your authenticator app`,
    hint: msg`Six digits. A new code appears every 30 seconds.`,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    // With a space in the middle, as apps show it.
    maxLength: 7,
  },
  recovery: {
    label: msg`Recovery code`,
    hint: msg`One of the ten codes that you saved. Each works once.`,
    autoComplete: 'off',
    inputMode: 'text',
    maxLength: 40,
  },
} as const;

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type'> & { kind: CodeKind };

export function CodeField({ kind, ...props }: CodeFieldProps) {
  const { label, hint, ...look } = looks[kind];
  return (
    <TextField
      label={textOf(label)}
      hint={textOf(hint)}
      {...look}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      className="tracking-widest"
      {...props}
    />
  );
}
