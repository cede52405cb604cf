import { Check, Circle } from 'lucide-react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';

const rules: readonly [text: Message, holds: (password: string) => boolean][] = [
  [msg`At least 8 characters`, (password) => password.length >= limits.password.min],
  [msg`Maximum 30 characters`, (password) => password.length > 0 && password.length <= limits.password.max],
  [msg`Contains letters or numbers`, (password) => /[\p{L}\p{N}]/u.test(password)],
];

/** Read after a rule. */
const metText = msg({ message: ', met', context: 'a rule for passwords is met' });
const notMetText = msg({ message: ', not met yet', context: 'a rule for passwords is not met yet' });

/** The password rules, checked off while the user types. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="-mt-1 grid gap-1 text-sm" aria-label={t`Password rules`}>
      {rules.map(([rule, holds]) => {
        const text = textOf(rule);
        const met = holds(password);
        const Icon = met ? Check : Circle;
        return (
          <li
            key={text}
            className={met ? 'flex items-center gap-2 text-paid-text' : 'flex items-center gap-2 text-muted'}
          >
            <Icon aria-hidden="true" className="size-3.5!" strokeWidth={met ? 3 : 2} />
            <span>{text}</span>
            {password === '' ? null : <span className="sr-only">{textOf(met ? metText : notMetText)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
