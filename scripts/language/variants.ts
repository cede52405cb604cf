import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A message as people may read it: with one form of each count. */
export interface Variant {
  /** The form of each count. */
  forms: ReadonlyMap<string, string>;
  /** The placeholders other than counts. */
  values: readonly string[];
  /** The counts whose number is shown ("#"). */
  numbers: readonly string[];
  /** The words, without placeholders. */
  words: string;
}

type Token = ReturnType<typeof compileMessageOrThrow>[number];

const empty: Variant = { forms: new Map(), values: [], numbers: [], words: '' };

/** All combinations of the forms of a message in ICU MessageFormat. Throws if it is not, or if it has anything but values and plurals. */
export function variantsOf(message: string): Variant[] {
  return extend([empty], compileMessageOrThrow(message) as Token[]);
}

const extend = (variants: Variant[], tokens: readonly Token[], count?: string): Variant[] =>
  tokens.reduce((known, token) => known.flatMap((variant) => withToken(variant, token, count)), variants);

function withToken(variant: Variant, token: Token, count: string | undefined): Variant[] {
  const { forms, values, numbers, words } = variant;
  if (token === '#' && count !== undefined) return [{ ...variant, numbers: [...numbers, count] }];
  if (typeof token === 'string') return [{ ...variant, words: words + token }];
  const [name, type, cases] = token as [string, string?, Record<string, Token[]>?];
  if (type === undefined) return [{ ...variant, values: [...values, name] }];
  if (type !== 'plural') throw new Error(`{${name}, ${type}} is neither a value nor a plural`);
  const { offset, ...texts } = (cases ?? {}) as Record<string, Token[]> & { offset?: number };
  if (offset) throw new Error(`{${name}} has an offset`);
  // Where a count occurs twice, it has the same form.
  const before = forms.get(name);
  const chosen = before === undefined ? Object.keys(texts) : [before in texts ? before : 'other'];
  return chosen.flatMap((form) =>
    extend([{ ...variant, forms: new Map(forms).set(name, before ?? form) }], texts[form] ?? [], name),
  );
}

/** The forms of each plural of a message, without their texts. */
export function formsOf(message: string): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, cases] = token as [string, string?, Record<string, Token[]>?];
      if (type === undefined) continue;
      const { offset: _, ...texts } = cases ?? {};
      forms.set(name, new Set([...(forms.get(name) ?? []), ...Object.keys(texts)]));
      for (const text of Object.values(texts)) visit(text);
    }
  };
  visit(compileMessageOrThrow(message) as Token[]);
  return forms;
}
