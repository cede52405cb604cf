import { Fragment, type ReactNode } from 'react';
import { getLegalText } from '#contract/calls/site.ts';
import { currentLanguage, currentLocale, verbatim } from '#contract/language/text.ts';
import type { LegalBlock, LegalPage, LegalSpan, LegalText, LegalValue } from '#contract/legal-texts.ts';
import { type DataQuery, optional, query, useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { ArticleTable } from './article-table.tsx';
import { OperatorLines } from './operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from './site-rules.ts';

const legalTextQuery = (page: LegalPage) => optional(query(getLegalText, { query: { locale: currentLocale(), page } }));

/** The queries of a legal page. In English there is nothing to translate. */
export const legalQueries = (page: LegalPage) => (): readonly DataQuery<unknown>[] => [
  ...siteRulesQueries(),
  ...(currentLanguage() ? [legalTextQuery(page)] : []),
];

/** The operator's translation of a page into the language of the moment; null without one, and while it loads. */
export function useLegalText(page: LegalPage | undefined): LegalText | null {
  const { data } = useData(legalTextQuery(page ?? 'ccpa'), {
    enabled: page !== undefined && Boolean(currentLanguage()),
  });
  return (page && currentLanguage() && data?.text) || null;
}

const ruleOf = (rules: SiteRules, name: LegalValue): string => {
  if (name === 'operator') return rules.operator.name;
  if (name === 'shortestDelivery') return String(rules.deliveryDays.shortest);
  if (name === 'longestDelivery') return String(rules.deliveryDays.longest);
  return rules[name];
};

/** The server refuses a text with other names in braces. */
const filled = (text: string, rules: SiteRules): string =>
  text.replaceAll(/\{(\w+)\}/g, (_braces, name: LegalValue) => ruleOf(rules, name));

function drawSpan({ text, bold, code, link }: LegalSpan, rules: SiteRules): ReactNode {
  const words = filled(text, rules);
  if (bold) return <b>{words}</b>;
  if (code) return <code>{words}</code>;
  if (!link) return words;
  return link.startsWith('/') ? <TextLink to={link}>{words}</TextLink> : <a href={link}>{words}</a>;
}

/** A file does not change while a page shows it, so the place of a part is its key. */
const keyed = (nodes: readonly ReactNode[]) =>
  nodes.map((node, place) => <Fragment key={String(place)}>{node}</Fragment>);

const drawSpans = (spans: readonly LegalSpan[], rules: SiteRules): ReactNode =>
  keyed(spans.map((span) => drawSpan(span, rules)));

const plainText = (spans: readonly LegalSpan[] = [], rules: SiteRules) =>
  verbatim(filled(spans.map(({ text }) => text).join(''), rules));

type Section = LegalText['sections'][number];

function drawBlock(block: LegalBlock, rules: SiteRules, title: string): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h3>{drawSpans(block.spans, rules)}</h3>;
    case 'paragraph':
      return <p>{drawSpans(block.spans, rules)}</p>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return <List>{keyed(block.items.map((spans) => <li key={spans[0]?.text}>{drawSpans(spans, rules)}</li>))}</List>;
    }
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <ArticleTable
          label={verbatim(filled(title, rules))}
          head={head.map((spans) => plainText(spans, rules))}
          rows={rows.map(([name, ...cells]) => [
            plainText(name, rules),
            ...cells.map((spans) => drawSpans(spans, rules)),
          ])}
        />
      );
    }
    case 'part': {
      const { agent, records } = rules.operator;
      return (
        <OperatorLines rules={rules} who={block.part === 'agent' ? agent : block.part === 'records' ? records : null} />
      );
    }
  }
}

/** The sections of a translation. `form`: the section of the form on the page Copyright, which is the page's own. */
export const sectionsOf = ({ sections }: LegalText, rules: SiteRules, form: ReactNode) =>
  sections.map(({ id, title, blocks }: Section) => ({
    id,
    title: verbatim(filled(title, rules)),
    body: id === 'form' ? form : keyed(blocks.map((block) => drawBlock(block, rules, title))),
  }));
