import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';

interface Typist {
  name: string;
  until: ReturnType<typeof setTimeout>;
}

/** The people who are typing. A person drops out after three seconds without a signal. */
export class TypingUsers {
  readonly #typing = new Map<string, Typist>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get names(): string[] {
    return [...this.#typing.values()].map(({ name }) => name);
  }

  start(userId: string, name: string): void {
    const known = this.#typing.get(userId);
    clearTimeout(known?.until);
    this.#typing.set(userId, { name, until: setTimeout(() => this.stop(userId), limits.chat.typingMs) });
    if (!known) this.#onChange();
  }

  stop(userId: string): void {
    const known = this.#typing.get(userId);
    if (!known) return;
    clearTimeout(known.until);
    this.#typing.delete(userId);
    this.#onChange();
  }

  clear(): void {
    for (const userId of [...this.#typing.keys()]) this.stop(userId);
  }
}

/** "Mara is typing…", "Mara and Theo are typing…", "Several people are typing…" */
export function typingText(names: readonly string[]): Text | '' {
  const [first, second, third] = names;
  if (!first) return '';
  if (!second) return t`${{ name: first }} is typing…`;
  return third ? t`Several people are typing…` : t`${{ name: first }} and ${{ otherName: second }} are typing…`;
}
