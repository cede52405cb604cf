import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { translateText } from '#contract/calls/translations.ts';
import { currentFormats, currentLocale, langOf, t } from '#contract/language/text.ts';
import type { TranslatedKind } from '#contract/translations.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';

export interface TranslatableProps {
  kind: TranslatedKind;
  /** The id of the object; of a creator, the username. */
  id: string;
  text: string;
  /** Of the text, as a BCP 47 tag, if the server knows it. */
  language?: string | null;
  original: ReactNode;
  /** Renders the original or its translation. */
  children: (text: string) => ReactNode;
}

const nameOfLanguage = (tag: string): string =>
  currentFormats()?.nameOf('language', tag) ?? new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;

/** Without its language: on an English page, two letters of another script count, and other pages expect English texts. */
function isProbablyForeign({ text, language }: TranslatableProps): boolean {
  if (language) return langOf(language) !== undefined;
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

/** The original with a button, if it is probably in another language than the page. Loaded only on sites with a translation service. */
export function TranslatedText(props: TranslatableProps) {
  const { text, original } = props;
  // The key forgets the translation of another text or into another language.
  return isProbablyForeign(props) ? <Translation key={`${currentLocale()} ${text}`} {...props} /> : original;
}

/** The button replaces the original by its translation and back. */
function Translation({ kind, id, original, children }: TranslatableProps) {
  const [isTranslated, setTranslated] = useState(false);
  const to = currentLocale();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(translateText, { body: { kind, id, to } }, { isChange: false }),
    onSuccess: () => setTranslated(true),
  });
  const shown = isTranslated ? data : undefined;
  return (
    <div>
      {shown ? (
        <div lang={to === 'en-XA' ? 'en' : to}>
          {shown.title ? (
            <p className="mb-2 max-w-text font-semibold wrap-anywhere" dir="auto">
              {shown.title}
            </p>
          ) : null}
          {children(shown.text)}
        </div>
      ) : (
        original
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <p role="status">
          {shown?.from
            ? t`Translated automatically from ${{ language: nameOfLanguage(shown.from) }}`
            : shown
              ? t`Translated automatically`
              : ''}
        </p>
        <Button
          size="sm"
          variant="ghost"
          className={shown ? undefined : '-ms-3'}
          busy={isPending}
          onClick={() => (data ? setTranslated(!isTranslated) : mutate())}
        >
          {shown ? t`Show original` : data ? t`Show translation` : t`Translate`}
        </Button>
      </div>
      {error ? (
        <p role="alert" className="field-error">
          {asAppError(error).texts().message}
        </p>
      ) : null}
    </div>
  );
}
