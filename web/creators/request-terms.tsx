import { ClipboardList, Luggage } from 'lucide-react';
import type { RequestTerms } from '#contract/creators/creators.ts';
import { categoryWords, languageWords } from '#contract/creators/request-terms-faults.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { RichText } from '#web/ui/rich-text.tsx';

/** The terms that differ from "every request is welcome", as sentences about the creator. */
function sentencesOf(terms: RequestTerms): Text[] {
  const { categories, minimumGoal, declinesBelowMinimum, languages } = terms;
  return [
    ...(categories.length > 0 ? [t`Takes requests in ${{ categories: categoryWords(terms) }}.`] : []),
    ...(minimumGoal === null
      ? []
      : [
          declinesBelowMinimum
            ? t`Takes requests with a goal of ${{ amount: formatMoney(minimumGoal) }} or more.`
            : t`Prefers requests with a goal of ${{ amount: formatMoney(minimumGoal) }} or more.`,
        ]),
    ...(languages.length > 0 ? [t`Works in ${{ languages: languageWords(terms) }}.`] : []),
  ];
}

function AwayNotice({ name, until }: { name: string; until: string | null }) {
  return (
    <div className="notice" role="status">
      <Luggage aria-hidden="true" />
      <p>
        <RichText
          text={
            until
              ? msg`<b>${{ name }} is away</b> and takes no new requests until ${{ date: fullDate(until) }}. Pools that are already open continue.`
              : msg`<b>${{ name }} is away</b> and takes no new requests at the moment. Pools that are already open continue.`
          }
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </p>
    </div>
  );
}

/** A creator's request terms. Renders nothing for a creator without terms. */
export function RequestTermsNote({ name, terms, title }: { name: string; terms: RequestTerms | null; title: Text }) {
  if (!terms) return null;
  const sentences = sentencesOf(terms);
  const hasMore = sentences.length > 0 || terms.declines !== '';
  if (!terms.away && !hasMore) return null;
  return (
    <div className="grid gap-3">
      {terms.away ? <AwayNotice name={name} until={terms.awayUntil} /> : null}
      {hasMore ? (
        <div className="grid grid-cols-[--spacing(5)_1fr] gap-3 rounded-lg bg-surface p-4 shadow-ring">
          <ClipboardList aria-hidden="true" className="mt-0.5 text-muted" />
          <div className="grid gap-1">
            <b>{title}</b>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {terms.declines ? (
              <p className="wrap-anywhere whitespace-pre-line">
                <RichText
                  text={msg`<label>Declines:</label> ${{ requests: terms.declines }}`}
                  tags={{ label: (text) => <span className="text-muted">{text}</span> }}
                />
              </p>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
