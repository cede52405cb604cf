import {
  type LegalBlock,
  type LegalPage,
  type LegalSpan,
  type LegalText,
  legalParts,
  legalText,
  legalValues,
} from '#contract/legal-texts.ts';

/**
 * The Markdown of a legal text: "## Section", "### Heading", paragraphs, lists of one level, tables, **bold**, `code` and [links](/faq). The
 * first line names the date of the English text. Everything else is a fault, because a legal page must not show something else than
 * its author saw.
 */

interface Parsed {
  text: LegalText;
  /** "line 12: …" */
  faults: string[];
}

interface Line {
  number: number;
  content: string;
}

type Section = LegalText['sections'][number];

const values = new Set<string>(legalValues);
const parts = new Set<string>(legalParts);

const notSupported: readonly [RegExp, string][] = [
  [/<[a-z/!]/i, 'has HTML'],
  [/!\[/, 'has a picture'],
  [/^\s*(?:```|~~~)/, 'begins a code block'],
  [/^\s*>/, 'is a quotation'],
  [/^#(?!##? )/, 'is a heading, but only ## for sections and ### within them are'],
  [/^\s+(?:[-*+]|\d+[.)])\s/, 'is a list within a list'],
  [/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/, 'is a rule'],
  [/^\s+#{1,6}\s/, 'is a heading with spaces before it'],
  [/^\s*=+\s*$/, 'underlines a heading, but ## begins one'],
  [/^\s*\[[^\]]+\]:\s|\]\[|\[\^/, 'has a link by reference or a footnote'],
  [/&(?:#\w+|[a-z]+);/i, 'has an HTML entity'],
  [/\\[*_`[\]#|]/, 'has an escape'],
];

const span = /\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<target>[^()\s]*)\)/g;
const item = /^(?:(?<bullet>[-*+])|(?<number>\d{1,3})[.)])\s+(?<text>.+)$/;
const linkTarget = /^(?:\/(?![/\\])\S*|#[a-z0-9-]+|(?:https?:\/\/|mailto:)\S+)$/;

/** Whether a paragraph is the name of a part alone: {contact}. */
const partOf = (content: string) => {
  const name = /^\{(\w+)\}$/.exec(content)?.[1];
  return legalParts.find((part) => part === name);
};

class LegalTextParser {
  readonly faults: string[] = [];
  readonly sections: Section[] = [];
  /** The lines of the paragraph, list or table that is being read. */
  private open: Line[] = [];

  private readonly page: LegalPage;

  constructor(page: LegalPage) {
    this.page = page;
  }

  fault({ number }: Pick<Line, 'number'>, problem: string): void {
    this.faults.push(`line ${number}: ${problem}`);
  }

  read(line: Line): void {
    const { content } = line;
    for (const [pattern, problem] of notSupported) if (pattern.test(content)) this.fault(line, problem);
    const [, level, title = ''] = /^(##|###) +(.+?) *#*$/.exec(content) ?? [];
    if (content.trim() === '' || level) this.close();
    if (level === '##') this.begin(line, title);
    else if (level) this.add(line, { kind: 'heading', spans: this.spansOf({ ...line, content: title }) });
    else if (content.trim() !== '') this.open.push(line);
  }

  /** Ends the paragraph, list or table. */
  close(): void {
    const [first, ...more] = this.open;
    this.open = [];
    if (first) this.add(first, this.blockOf(first, more));
  }

  private blockOf(first: Line, more: readonly Line[]): LegalBlock {
    const content = first.content.trim();
    const part = more.length === 0 ? partOf(content) : undefined;
    if (part) return { kind: 'part', part };
    if (content.startsWith('|')) return { kind: 'table', rows: this.rowsOf([first, ...more]) };
    if (item.test(content)) return this.listOf([first, ...more]);
    const late = more.find((line) => item.test(line.content) || line.content.trim().startsWith('|'));
    if (late) this.fault(late, 'begins a list or a table, so it needs an empty line before it');
    return { kind: 'paragraph', spans: this.spansOf(joined(first, more)) };
  }

  private begin(line: Line, title: string): void {
    this.checkValues(line, title);
    this.sections.push({ id: `section-${this.sections.length + 1}`, title, blocks: [] });
  }

  private add(line: Line, block: LegalBlock): void {
    const section = this.sections.at(-1);
    if (section) section.blocks.push(block);
    else this.fault(line, 'comes before the first section (## Title)');
  }

  private listOf(lines: readonly Line[]): LegalBlock {
    const items: Line[] = [];
    const ordered = lines[0] ? !item.exec(lines[0].content.trim())?.groups?.bullet : false;
    for (const line of lines) {
      const { text, bullet, number } = item.exec(line.content.trim())?.groups ?? {};
      const last = items.at(-1);
      if (text !== undefined) {
        if (ordered === (bullet !== undefined)) this.fault(line, 'mixes a numbered list with another one');
        if (number !== undefined && Number(number) !== items.length + 1)
          this.fault(
            line,
            `has the number ${number}, but the page would show ${items.length + 1}: leave no empty lines between items`,
          );
        items.push({ ...line, content: text });
      } else if (last) last.content += ` ${line.content.trim()}`;
    }
    return { kind: 'list', ordered, items: items.map((line) => this.spansOf(line)) };
  }

  private rowsOf(lines: readonly Line[]): LegalSpan[][][] {
    const rows = lines.map((line) => {
      const content = line.content.trim();
      if (!/^\|.*\|$/.test(content)) this.fault(line, 'is no row of a table, which begins and ends with |');
      return content.slice(1, -1).split('|');
    });
    const [head = [], rule = [], ...rest] = rows;
    if (!lines[0] || rule.length === 0 || !rule.every((cell) => /^\s*:?-+:?\s*$/.test(cell)))
      this.fault(lines[0] ?? { number: 0 }, 'begins a table without a second row of |---|');
    return [head, ...rest].map((cells, index) => {
      const line = lines[index === 0 ? 0 : index + 1] ?? { number: 0, content: '' };
      if (cells.length !== head.length) this.fault(line, `has ${cells.length} cells, and the head ${head.length}`);
      return cells.map((cell) => this.spansOf({ ...line, content: cell.trim() }));
    });
  }

  private spansOf(line: Line): LegalSpan[] {
    const { content } = line;
    const spans: LegalSpan[] = [];
    const plain = (text: string) => {
      if (/\*\*|`|\]\(/.test(text)) this.fault(line, 'has a ** or ` without its pair, or a link that is not complete');
      if (text) spans.push({ text });
    };
    let from = 0;
    for (const match of content.matchAll(span)) {
      plain(content.slice(from, match.index));
      from = match.index + match[0].length;
      const { bold, code, label = '', target } = match.groups ?? {};
      if (bold) spans.push({ text: bold, bold: true });
      else if (code) spans.push({ text: code, code: true });
      else spans.push({ text: label, link: this.checkedLink(line, target ?? '') });
    }
    plain(content.slice(from));
    this.checkValues(line, content);
    return spans;
  }

  private checkedLink(line: Line, target: string): string {
    if (!linkTarget.test(target) || !URL.canParse(target, 'https://site.example'))
      this.fault(line, `links to ${target || 'nothing'}; links begin with /, #, https://, http:// or mailto:`);
    return target;
  }

  private checkValues(line: Line, content: string): void {
    for (const [braces, name = ''] of content.matchAll(/\{([^{}]*)\}|[{}]/g)) {
      if (parts.has(name)) this.fault(line, `${braces} must be a paragraph alone`);
      else if (!values.has(name)) this.fault(line, `${braces} is unknown`);
    }
  }

  /** The rules about the whole text: the form and the links to sections. */
  finish(): void {
    this.close();
    const hasForm = ({ blocks }: Section) => blocks.some((block) => block.kind === 'part' && block.part === 'form');
    const withForm = this.sections.filter(hasForm);
    const mayHave = this.page === 'copyright' ? 1 : 0;
    if (withForm.length !== mayHave)
      this.faults.push(mayHave ? 'needs one section with {form}' : '{form} is only for the page copyright');
    for (const section of withForm) {
      if (section.blocks.length > 1) this.faults.push(`the section “${section.title}” must contain only {form}`);
      section.id = 'form';
    }
    if (this.sections.length === 0) this.faults.push('has no section (## Title)');
    const ids = new Set(this.sections.map(({ id }) => `#${id}`));
    for (const link of this.sections.flatMap(({ blocks }) => blocks.flatMap(linksOf)))
      if (link.startsWith('#') && !ids.has(link)) this.faults.push(`links to ${link}, which is no section`);
  }
}

const joined = (first: Line, more: readonly Line[]): Line => ({
  number: first.number,
  content: [first, ...more].map(({ content }) => content.trim()).join(' '),
});

function linksOf(block: LegalBlock): string[] {
  const spans =
    block.kind === 'part'
      ? []
      : block.kind === 'list'
        ? block.items.flat()
        : block.kind === 'table'
          ? block.rows.flat(2)
          : block.spans;
  return spans.flatMap(({ link }) => link ?? []);
}

/** Parses a file. If it has faults, the text is not to be used. */
export function parseLegalText(page: LegalPage, content: string): Parsed {
  const parser = new LegalTextParser(page);
  const [first = '', ...rest] = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const translates = /^Translates: (\d{4}-\d{2}-\d{2})$/.exec(first.trim())?.[1] ?? '';
  if (!legalText.shape.translates.safeParse(translates).success)
    parser.fault({ number: 1 }, 'must be “Translates: ” and the date of the English text, such as 2026-11-27');
  for (const [index, line] of rest.entries()) parser.read({ number: index + 2, content: line });
  parser.finish();
  return { text: { translates, sections: parser.sections }, faults: parser.faults };
}
