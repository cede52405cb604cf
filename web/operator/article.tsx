import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Operator } from '#contract/admin/operator.ts';
import {
  currentLanguage,
  msg,
  sentenceSpace,
  sentences,
  speakingEnglish,
  type Text,
  t,
} from '#contract/language/text.ts';
import type { LegalPage, LegalText } from '#contract/legal-texts.ts';
import type { Site } from '#contract/site.ts';
import { fullDate } from '#contract/values/time.ts';
import { useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { sectionsOf, useLegalText } from './legal-text.tsx';
import { operatorQuery, type SiteRules, siteRulesOf, type Terms, termsQuery } from './site-rules.ts';
import { useCurrentSection } from './use-current-section.ts';

export interface Section {
  id: string;
  title: Text;
  body: ReactNode;
}

export interface ArticleProps {
  title: Text;
  lead: (rules: SiteRules) => ReactNode;
  sections: (rules: SiteRules) => readonly Section[];
  /** Of legal pages, which are numbered, dated and marked as a template. `since`: the date of the last change of the English text. */
  legal?: { page: LegalPage; since: string };
  /** The rays drawn below the title. */
  art?: { seed: string; hues: readonly [number, number] };
  /** Links to the next steps, below the text. */
  after?: ReactNode;
}

interface ContentsProps {
  sections: readonly Section[];
  language: { lang?: string; dir?: 'ltr' };
}

function Contents({ sections, language }: ContentsProps) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  const list = (height: string) => (
    <ol {...language}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`flex items-center py-1.5 leading-[1.3] text-muted hover:text-accent-text aria-[current]:font-[650] aria-[current]:text-ink ${height}`}
            aria-current={id === current ? 'location' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  // One list per screen width; CSS hides the other.
  return (
    <nav aria-label={t`On this page`} className="contents">
      <details className="mb-6 rounded-lg bg-surface px-4 py-0.5 shadow-lift open:pb-2.5 lg:hidden print:hidden">
        <summary className="min-h-11 py-2.5 font-[650]">{t`On this page`}</summary>
        {list('min-h-11')}
      </details>
      <div className="toc hidden border-s-2 border-line ps-5 text-sm lg:sticky lg:top-7 lg:order-2 lg:block lg:max-h-[calc(100dvh---spacing(14))] lg:self-start lg:overflow-y-auto print:hidden">
        <p className="mb-1.5 font-[650]">{t`On this page`}</p>
        {list('')}
      </div>
    </nav>
  );
}

function TemplateNote({ since, rules }: { since: string; rules: SiteRules }) {
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        {sentences(
          t`Last updated on ${{ date: fullDate(since) }}.`,
          rules.runBy
            ? t`${{ brand: rules.brand }} is run by ${{ operator: rules.runBy }} (“we”).`
            : t`“We” means the people who run ${{ brand: rules.brand }}.`,
        )}
      </p>
      <p className="mt-3 max-w-153 rounded-s-xs rounded-e-md border-s-5 border-accent bg-accent-wash px-4 py-3 text-sm">
        <RichText
          text={msg`<b>A template.</b> This text describes how the software behind ${{ brand: rules.brand }} works. The operator must have a lawyer review it for every place where ${{ brand: rules.brand }} is offered before relying on it.`}
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </p>
    </>
  );
}

function PrintButton() {
  const ready = useHydrated();
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={!ready}
      className="print:hidden"
      icon={<Printer aria-hidden="true" />}
      onClick={() => window.print()}
    >{t`Print`}</Button>
  );
}

function Waiting() {
  return (
    <div className="article-text grid gap-4">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="mt-6 h-8 w-2/3" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

interface Readings {
  site: Site;
  who: Operator;
  terms: Terms;
}

interface LegalNoteProps {
  legal: NonNullable<ArticleProps['legal']>;
  /** The operator's translation, if there is one. */
  translation: LegalText | null;
  shown: LegalText | null;
}

/** In another language than English: says which text prevails, and leads to the other one. */
function LegalNote({ legal, translation, shown }: LegalNoteProps) {
  const path = `/${legal.page}`;
  const className = 'mt-3 max-w-text font-[650]';
  if (!shown) {
    return (
      <p className={className}>
        {t`This page is in English, because only its English text is binding.`}
        {sentenceSpace()}
        {translation ? <TextLink to={path}>{t`Read a translation`}</TextLink> : null}
      </p>
    );
  }
  return (
    <p className={className}>
      <RichText
        text={msg`This is a translation. If it differs from <english>the English text</english>, the English text prevails.`}
        tags={{ english: (text) => <TextLink to={`${path}?text=en`}>{text}</TextLink> }}
      />
      {sentenceSpace()}
      {shown.translates < legal.since ? (
        <span>{t`The English text has changed since this translation was made.`}</span>
      ) : null}
    </p>
  );
}

function ArticleText({ site, who, terms, ...article }: ArticleProps & Readings) {
  const { lead, legal, after } = article;
  const translation = useLegalText(legal?.page);
  const shown = useSearch().get('text') === 'en' ? null : translation;
  const isEnglish = legal !== undefined && !shown;
  const rules = isEnglish ? speakingEnglish(() => siteRulesOf(site, who, terms)) : siteRulesOf(site, who, terms);
  const own = article.sections(rules);
  const sections = shown ? sectionsOf(shown, rules, own.find(({ id }) => id === 'form')?.body) : own;
  const language = isEnglish && currentLanguage() ? ({ lang: 'en', dir: 'ltr' } as const) : {};
  return (
    <>
      {legal && currentLanguage() ? <LegalNote legal={legal} translation={translation} shown={shown} /> : null}
      <div className="mt-3 max-w-text text-lg leading-normal text-muted">{lead(rules)}</div>
      {legal ? <TemplateNote since={shown?.translates ?? legal.since} rules={rules} /> : null}
      <div className="mt-8 lg:grid lg:grid-cols-[minmax(0,1fr)_--spacing(60)] lg:gap-12 print:block">
        <Contents sections={sections} language={language} />
        <div className="article-text" data-numbered={legal ? true : undefined}>
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id} {...language}>
              <h2 id={id}>{title}</h2>
              {body}
            </section>
          ))}
          {after}
        </div>
      </div>
    </>
  );
}

/** A text page: title, lead, table of contents and sections, with the figures and names of this installation. */
export function Article(article: ArticleProps) {
  const site = useSite();
  const operator = useData(operatorQuery);
  const terms = useData(termsQuery);
  const failed = t`We couldn’t load this page`;
  return (
    <article className="article max-w-265 print:max-w-none">
      <div className="print:hidden">
        <BackLink />
      </div>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="max-w-title">{article.title}</h1>
        <PrintButton />
      </header>
      {article.art ? (
        <div className="mt-5 h-37.5 overflow-hidden rounded-xl print:hidden">
          <FanArt {...article.art} eager />
        </div>
      ) : null}
      <Loaded of={operator} loading={<Waiting />} failed={failed}>
        {(who) => (
          <Loaded of={terms} loading={<Waiting />} failed={failed}>
            {(rules) => <ArticleText {...article} site={site} who={who} terms={rules} />}
          </Loaded>
        )}
      </Loaded>
    </article>
  );
}
