import { Check, Circle } from 'lucide-react';
import { limits } from '#contract/limits.ts';

const rules: readonly [text: string, holds: (password: string) => boolean][] = [
  ['At least 8 characters', (password) => password.length >= limits.password.min],
  ['Maximum 30 characters', (password) => password.length > 0 && password.length <= limits.password.max],
  ['Contains letters or numbers', (password) => /[\p{L}\p{N}]/u.test(password)],
];

/** The password rules, checked off while the user types. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="-mt-1 grid gap-1 text-sm" aria-label="Password rules">
      {rules.map(([text, holds]) => {
        const met = holds(password);
        const Icon = met ? Check : Circle;
        return (
          <li
            key={text}
            className={met ? 'flex items-center gap-2 text-paid-text' : 'flex items-center gap-2 text-muted'}
          >
            <Icon aria-hidden="true" className="size-3.5!" strokeWidth={met ? 3 : 2} />
            <span>{text}</span>
            {password === '' ? null : <span className="sr-only">{met ? ', met' : ', not met yet'}</span>}
          </li>
        );
      })}
    </ul>
  );
}
