import { describe, expect, it } from 'vitest';
import type { LegalPage } from '#contract/legal-texts.ts';
import { parseLegalText } from './parse-legal-text.ts';

// cspell:disable

const head = 'Translates: 2026-11-27\n';
const parse = (content: string, page: LegalPage = 'ccpa') => parseLegalText(page, head + content);
const blocksOf = (content: string) => {
  const { text, faults } = parse(`\n## Titel\n\n${content}`);
  expect(faults).toEqual([]);
  return text.sections[0]?.blocks;
};
const faultsOf = (content: string) => parse(`## Titel\n\n${content}\n`).faults;

it('reads sections with their ids and the date of the English text', () => {
  const { text, faults } = parse('\n## Vereinbarung mit {brand}\n\nAbsatz\n\n## Wer ##\n\n### Eins\n');
  expect(faults).toEqual([]);
  expect(text).toEqual({
    translates: '2026-11-27',
    sections: [
      {
        id: 'section-1',
        title: 'Vereinbarung mit {brand}',
        blocks: [{ kind: 'paragraph', spans: [{ text: 'Absatz' }] }],
      },
      { id: 'section-2', title: 'Wer', blocks: [{ kind: 'heading', spans: [{ text: 'Eins' }] }] },
    ],
  });
});

it('reads files with a mark of their encoding and the line ends of Windows', () => {
  const { text, faults } = parseLegalText('ccpa', '\uFEFFTranslates: 2026-11-27\r\n\r\n## Wer\r\n\r\nEins\r\nZwei\r\n');
  expect(faults).toEqual([]);
  expect(text.sections[0]?.blocks).toEqual([{ kind: 'paragraph', spans: [{ text: 'Eins Zwei' }] }]);
});

describe('a section', () => {
  it('has paragraphs with bold text, code, values and links', () => {
    expect(blocksOf('Du **stimmst** [allem](/faq) zu,\nauch `sid` und {fee}.')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'Du ' },
          { text: 'stimmst', bold: true },
          { text: ' ' },
          { text: 'allem', link: '/faq' },
          { text: ' zu, auch ' },
          { text: 'sid', code: true },
          { text: ' und {fee}.' },
        ],
      },
    ]);
  });

  it('has lists, whose items may have several lines', () => {
    expect(blocksOf('- beginnt\n  endet\n- Zwei\n\n1. Eins\n2. Zwei')).toEqual([
      { kind: 'list', ordered: false, items: [[{ text: 'beginnt endet' }], [{ text: 'Zwei' }]] },
      { kind: 'list', ordered: true, items: [[{ text: 'Eins' }], [{ text: 'Zwei' }]] },
    ]);
  });

  it('has tables', () => {
    expect(blocksOf('| Wer | Kosten |\n|---|:--|\n| **Eins** | |')).toEqual([
      {
        kind: 'table',
        rows: [
          [[{ text: 'Wer' }], [{ text: 'Kosten' }]],
          [[{ text: 'Eins', bold: true }], []],
        ],
      },
    ]);
  });

  it('has the addresses that the page draws', () => {
    expect(blocksOf('{contact}\n\n{agent}\n\n{records}')).toEqual(
      ['contact', 'agent', 'records'].map((part) => ({ kind: 'part', part })),
    );
  });
});

it.each([
  ['HTML', 'Eins <script>alert(1)</script>', /^line 4: has HTML$/],
  ['an HTML comment', '<!-- Eins -->', /has HTML/],
  ['a picture', '![Eins](https://example.org/a.png)', /has a picture/],
  ['a script as a link', '[Eins](javascript:alert)', /^line 4: links to javascript:alert;/],
  ['data as a link', '[Eins](data:text/html,x)', /links to data:/],
  ['another site without its scheme', '[Eins](//evil.example)', /links to \/\/evil/],
  ['another site by a backslash', '[Eins](/\\evil.example)', /links to/],
  ['a link without a target', '[Eins]()', /links to nothing/],
  ['a link to no section', '[Eins](#section-9)', /^links to #section-9, which is no section$/],
  ['an unknown value', 'Höchstens {most}', /^line 4: \{most\} is unknown$/],
  ['a value of every object', '{constructor}', /\{constructor\} is unknown/],
  ['a single brace', 'Eins } Zwei', /\} is unknown/],
  ['an address within a sentence', 'Wer: {contact}', /\{contact\} must be a paragraph alone/],
  ['bold text without its end', 'Eins **Zwei', /without its pair/],
  ['a list within a list', '- Eins\n  - Zwei', /^line 5: is a list within a list$/],
  ['a list directly after a paragraph', 'Eins\n- Zwei', /^line 5: .*empty line/],
  ['a list that is half numbered', '- Eins\n1. Zwei', /^line 5: mixes/],
  ['a table without its rule', '| Wer |\n| Eins |', /second row/],
  ['a row with other cells', '| Wer |\n|---|\n| Eins | Zwei |', /^line 6: has 2 cells, and the head 1$/],
  ['code over several lines', '```\nEins\n```', /code block/],
  ['a quotation', '> Eins', /quotation/],
  ['a title', '# Eins', /is a heading/],
  ['a numbered list with an empty line', '1. Eins\n\n2. Zwei', /^line 6: has the number 2, but the page would show 1/],
  ['a list that begins later', '3. Eins\n4. Zwei', /^line 4: has the number 3/],
  ['a heading with spaces before it', '  ## Eins', /heading with spaces/],
  ['an underlined heading', 'Eins\n===', /underlines a heading/],
  ['a link by reference', '[Eins][1]', /by reference/],
  ['an entity', 'Eins&nbsp;Zwei', /HTML entity/],
  ['an escape', 'Eins \\* Zwei', /has an escape/],
  ['a deep heading', '#### Eins', /is a heading/],
  ['a rule', '---', /is a rule/],
  ['the form of another page', '{form}', /only for the page copyright/],
])('refuses %s', (_what, content, fault) => {
  expect(faultsOf(content)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

describe('a file is refused', () => {
  it.each([
    ['without its date', '## Wer\n\nEins'],
    ['with an impossible date', 'Translates: 2026-02-30\n\n## Wer\n\nEins'],
  ])('%s', (_what, content) => {
    expect(parseLegalText('ccpa', content).faults).toContainEqual(expect.stringMatching(/^line 1: must be/));
  });

  it('without a section, or with text before the first', () => {
    expect(parse('').faults).toEqual(['has no section (## Title)']);
    expect(parse('Eins\n\n## Wer').faults).toEqual(['line 2: comes before the first section (## Title)']);
  });
});

describe('the page Copyright', () => {
  it('needs the form as a section', () => {
    expect(parse('## Wer\n\nEins', 'copyright').faults).toEqual(['needs one section with {form}']);
    expect(parse('## Wer\n\nEins\n\n{form}', 'copyright').faults).toEqual([
      'the section “Wer” must contain only {form}',
    ]);
    const { text, faults } = parse('## Wer\n\n[Eins](#form)\n\n## Zwei\n\n{form}', 'copyright');
    expect(faults).toEqual([]);
    expect(text.sections.map(({ id }) => id)).toEqual(['section-1', 'form']);
  });
});
