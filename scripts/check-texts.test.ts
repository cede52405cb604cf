// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources with templates
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorMessages } from '#contract/errors.ts';
import { icuOf } from '#contract/language/icu.ts';
import { msg, plural } from '#contract/language/text.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { findTextFaults } from './check-texts.ts';
import { extractTexts } from './language/extract-texts.ts';

const faultsOf = (source: string, file = 'web/pools/example.tsx') =>
  findTextFaults(file, source).map(({ problem }) => problem);

describe('the check of texts', () => {
  it.each([
    ['text in an element', 'const a = () => <p>Nothing is charged today.</p>;'],
    ['a word in an element', 'const a = () => <p>{amount} left</p>;'],
    ['an attribute', 'const a = () => <Button label="Save" />;'],
    ['a choice in an element', "const a = () => <p>{paid ? 'Paid' : null}</p>;"],
    ['a choice in an attribute', "const a = () => <Button label={paid ? 'Paid' : due} />;"],
    ['a template in an attribute', 'const a = () => <Button label={`Remove ${name}`} />;'],
    ['a property', "const a = () => ({ title: 'Saved' });"],
    ['a sentence that a function returns', "const a = () => 'The pool is full.';"],
    ['a table of sentences', "const a = { open: 'It is open.', done: 'It is done.' };"],
    ['a word in braces', "const a = () => <p>{n + ' fans pledged'}</p>;"],
    ['lower-case words in an attribute', "const a = () => <button aria-label='close the dialog' />;"],
    ['a sentence within HTML', "const a = () => '<p>Nothing was charged.</p>';"],
    ['a sentence given to a toast', "const a = () => toastError(error, 'No sessions were ended');"],
    ['a sentence with values', 'const a = (who) => `Then ${who} starts work.`;'],
  ])('finds raw text: %s', (_name, source) => {
    expect(faultsOf(source)).toContain('raw text');
  });

  it.each([
    ['classes', 'const a = () => <p className="Flex Gap wide" />;'],
    ['addresses', "const a = () => <Link to='/Create pool' />;"],
    ['errors for developers', "const a = () => { throw new Error('The window is gone.'); };"],
    ['log texts', "const a = () => logFailure('Could not read the theme', error);"],
    ['comparisons', "const a = () => name === 'Global Chat Room';"],
    ['types', "type A = 'Full Name Here';"],
    ['what people wrote', "const a = () => <Button label={verbatim('Ada Lovelace')} />;"],
  ])('accepts %s', (_name, source) => {
    expect(faultsOf(source)).toEqual([]);
  });

  it('accepts texts with named values, plurals and tags', () => {
    expect(
      faultsOf(`
        const words = { open: msg\`Filling up\`, take: msg({ message: 'Open it', context: 'a parcel' }) };
        const c = (n) => t\`\${plural({ n }, { one: 'One fan backs it.', other: '# fans back it.' })}\`;
        const a = (fans, pool) => t\`\${plural({ fans }, { one: '# fan backs', other: '# fans back' })} “\${{ title: pool.title }}”.\`;
        const b = () => <RichText text={msg\`Read <terms>the terms</terms>.\`} tags={{ terms: (text) => <i>{text}</i> }} />;
      `),
    ).toEqual([]);
  });

  it.each([
    ['a value without a name', 'const a = (who) => t`${who} accepts.`;', /without a name/],
    ['two names', 'const a = (x, y) => t`${{ x, y }} accepts.`;', /exactly one name/],
    ['a plural without a name', "const a = (n) => t`${plural(n, { other: '# fans' })}`;", /needs a name/],
    [
      'a plural with a value in it',
      'const a = (n, x) => t`${plural({ n }, { other: `# of ${x}` })}`;',
      /plain strings/,
    ],
    ['a part of a sentence', 'const a = () => t` on your card`;', /part of a sentence/],
    ['braces', 'const a = () => t`Write {name}.`;', /braces/],
    ['a text at import', 'const a = { open: t`Open` };', /at import/],
    ['a text in HTML', 'const a = () => `<h1>${t`Go back`}</h1>`;', /not escaped/],
    ['two values of one name', 'const a = (x, y) => t`From ${{ date: x }} to ${{ date: y }}`;', /same name/],
    ['a name in quotes', "const a = (x) => t`From ${{ 'the-date': x }}`;", /without quotes/],
    ['a context with values', 'const a = (x) => t({ message: `Hi ${x}`, context: "a" });', /no values/],
    ['a text of a list at import', 'const a = [1].map(() => t`Open`);', /at import/],
    ['another name', "import { t as translate } from '#contract/language/text.ts';", /original name/],
    ['a tag that is missing', 'const a = () => <RichText text={msg`Read <b>it</b>.`} tags={{ i }} />;', /tags/],
    ['a tag that is not closed', 'const a = () => <RichText text={msg`Read <b>it</i>.`} tags={{ b }} />;', /tags/],
    ['an import that Lingui does not see', "import { t } from '../language/text.ts';", /Lingui knows/],
    ['a message at import', 'export const a = textOf(b);', /at import/],
  ])('finds %s', (_name, source, problem) => {
    expect(faultsOf(source)).toEqual([expect.stringMatching(problem)]);
  });

  it('leaves the texts of operators alone', () => {
    expect(faultsOf("const a = () => 'The disk is full.';", 'server/doctor/check-disk.ts')).toEqual([]);
  });
});

describe('the extraction of texts', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'texts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function extract(source: string) {
    const file = join(folder, 'example.ts');
    await writeFile(file, `import { msg, plural, t } from '#contract/language/text.ts';\n${source}`);
    return extractTexts([file]);
  }

  it('counts equal texts once', async () => {
    const { texts, faults } = await extract('const a = [msg`Open`, msg`Open`, msg`Closed`];');
    expect([texts.length, faults]).toEqual([2, []]);
  });

  it('names every text as the product does when it looks for a translation', async () => {
    const fans = 3;
    const samples = [
      msg`“${{ title: 'A song' }}” has ${plural({ fans }, { 0: 'no fans', one: '# fan', other: '# fans' })}. <b>It’s</b> open!`,
      msg({ message: 'Open', context: 'a parcel' }),
      ...Object.values(errorMessages),
      ...Object.values(poolStatusWords),
    ];
    const { texts } = extractTexts([
      import.meta.filename,
      'contract/errors.ts',
      'contract/app-error.ts',
      'contract/browser-messages.ts',
      'contract/pools/pool-status.ts',
    ]);
    const ids = new Set(texts.map(({ id }) => id));
    const missing = samples.filter((message) => !ids.has(generateMessageId(icuOf(message), message.context)));
    expect(missing).toEqual([]);
  });

  it('refuses what is not ICU MessageFormat', async () => {
    const { faults } = await extract('const a = msg`Write {name`;');
    expect(faults).toHaveLength(1);
  });
});
