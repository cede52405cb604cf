import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Locale, languages } from '#contract/language/languages.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { chooseLanguage } from './choose-language.ts';

/** Chooses the language of the person's pages, emails and notifications. */
export function LanguageChooser() {
  const { locales } = useSite();
  const user = useUser();
  const queries = useQueryClient();
  const [pending, setPending] = useState<Locale | null>(null);
  const choose = async (locale: Locale) => {
    setPending(locale);
    try {
      await chooseLanguage(locale, queries);
      toast({ title: t`Language changed`, description: t`Pages, emails and notifications are in this language now.` });
    } catch (error) {
      toastError(error);
    } finally {
      setPending(null);
    }
  };
  return (
    <fieldset className="card px-5 py-2.5" disabled={pending !== null}>
      <legend className="sr-only">{t`Language`}</legend>
      {locales.map((locale) => (
        <Checkbox
          key={locale}
          type="radio"
          name="language"
          lang={locale}
          label={verbatim(languages[locale].name)}
          checked={(pending ?? user?.locale ?? 'en') === locale}
          onChange={() => void choose(locale)}
        />
      ))}
    </fieldset>
  );
}
