import type { ReactNode } from 'react';
import { currentLocale } from '#contract/language/text.ts';
import type { TranslatedKind } from '#contract/translations.ts';
import { useSite } from '#web/data/session.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const TranslatedText = lazyComponent(async () => (await import('./translated-text.tsx')).TranslatedText);

export interface TranslatableProps {
  kind: TranslatedKind;
  /** The id of the object; of a creator, the username. */
  id: string;
  text: string;
  /** Renders the original or its translation. */
  children: (text: string) => ReactNode;
}

/** Texts have no language yet. On an English page, two letters of another script count, and other pages expect English texts. */
function isProbablyForeign(text: string): boolean {
  switch (currentLocale()) {
    case 'en':
    case 'en-XA':
      return /[^\p{Script=Latin}\P{L}]{2}/u.test(text);
    case 'ar':
      return /\p{L}/u.test(text) && !/\p{Script=Arabic}/u.test(text);
    case 'ja':
      return /\p{L}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
    default:
      return /\p{L}/u.test(text);
  }
}

/** A text that someone wrote, with a button to translate it if the site has a translation service and the text is probably in another language. */
export function Translatable({ children, ...given }: TranslatableProps) {
  const { translates } = useSite();
  const { kind, id, text } = given;
  if (!translates || !isProbablyForeign(text)) return children(text);
  return (
    <TranslatedText key={`${kind} ${id} ${currentLocale()} ${text}`} {...given} waiting={children(text)}>
      {children}
    </TranslatedText>
  );
}
