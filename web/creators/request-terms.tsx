import { ClipboardList, Luggage } from 'lucide-react';
import type { RequestTerms } from '#contract/creators/creators.ts';
import { categoryWords, languageWords } from '#contract/creators/request-terms-faults.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';

/** The terms that differ from "every request is welcome", as sentences about the creator. */
function sentencesOf(terms: RequestTerms): string[] {
  const { categories, minimumGoal, declinesBelowMinimum, languages } = terms;
  return [
    ...(categories.length > 0 ? [`Takes requests in ${categoryWords(terms)}.`] : []),
    ...(minimumGoal === null
      ? []
      : [
          declinesBelowMinimum
            ? `Takes requests with a goal of ${formatMoney(minimumGoal)} or more.`
            : `Prefers requests with a goal of ${formatMoney(minimumGoal)} or more.`,
        ]),
    ...(languages.length > 0 ? [`Works in ${languageWords(terms)}.`] : []),
  ];
}

function AwayNotice({ name, until }: { name: string; until: string | null }) {
  return (
    <div className="notice" role="status">
      <Luggage aria-hidden="true" />
      <p>
        <b>{name} is away</b> and takes no new requests{until ? ` until ${fullDate(until)}` : ' at the moment'}. Pools
        that are already open continue.
      </p>
    </div>
  );
}

/** A creator's request terms. Renders nothing for a creator without terms. */
export function RequestTermsNote({ name, terms, title }: { name: string; terms: RequestTerms | null; title: string }) {
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
                <span className="text-muted">Declines:</span> {terms.declines}
              </p>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
