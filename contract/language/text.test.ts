import { afterEach, describe, expect, it } from 'vitest';
import { speak, speakEnglish } from '#testing/language.ts';
import { icuOf, valuesOf } from './icu.ts';
import { inEnglish, mapValues, msg, plural, sentences, t, textOf, verbatim } from './text.ts';

// cspell:ignore übersetzt Füllt sich

const backs = (fans: number) =>
  t`${plural({ fans }, { 0: 'No one backs', one: '# fan backs', other: '# fans back' })} this pool.`;

describe('texts in English', () => {
  it('puts values in the place of their names', () => {
    const name = 'Maya';
    expect(t`Nothing is charged today.`).toBe('Nothing is charged today.');
    expect(t`${{ name }} pledged ${{ amount: '$10' }}.`).toBe('Maya pledged $10.');
    expect(t`Page ${{ page: 0 }} of ${{ pages: 12 }}`).toBe('Page 0 of 12');
  });

  it('chooses the form of a count, and groups the number', () => {
    expect(backs(0)).toBe('No one backs this pool.');
    expect(backs(1)).toBe('1 fan backs this pool.');
    expect(backs(2)).toBe('2 fans back this pool.');
    expect(backs(12_345)).toBe('12,345 fans back this pool.');
  });

  it('takes the general form where a language has no other', () => {
    const pools = (amount: number) => t`${plural({ pools: amount }, { one: '# pool', other: '# pools' })}`;
    expect(pools(0)).toBe('0 pools');
    expect(t`${plural({ sheep: 1 }, { other: '# sheep' })}`).toBe('1 sheep');
  });

  it('describes a text that is rendered later', () => {
    const message = msg`${{ name: 'Maya' }} has ${plural({ replies: 3 }, { one: '# reply', other: '# replies' })}.`;
    expect(textOf(message)).toBe('Maya has 3 replies.');
    expect(inEnglish(message)).toBe('Maya has 3 replies.');
  });

  it('renders a text with a context like any other', () => {
    const words = { message: 'Open', context: 'a pool that takes pledges' };
    expect(t(words)).toBe('Open');
    expect(textOf(msg(words))).toBe('Open');
  });

  it('joins whole sentences, and leaves out empty ones', () => {
    const isLate = false;
    expect(sentences(t`Saved.`, isLate ? t`It is late.` : null, '', undefined, verbatim('Bye.'))).toBe('Saved. Bye.');
    expect(sentences('', null)).toBe('');
  });

  it('puts no space behind the signs at the end of Japanese sentences, which have it within', () => {
    expect(sentences(verbatim('保存しました。'), verbatim('理由：'), verbatim('Bye.'), verbatim('終わり！'))).toBe(
      '保存しました。理由：Bye. 終わり！',
    );
  });

  it('changes the values of a message, but not its counts', () => {
    const message = msg`${{ name: 'Maya' }} has ${plural({ replies: 3 }, { one: '# reply', other: '# replies' })}.`;
    expect(inEnglish(mapValues(message, (value) => `[${value}]`))).toBe('[Maya] has 3 replies.');
  });
});

describe('translations', () => {
  afterEach(speakEnglish);

  it('get the message in ICU MessageFormat, its context and its values', () => {
    const asked: unknown[] = [];
    speak((message) => {
      asked.push([icuOf(message), message.context, valuesOf(message.parts)]);
      return 'übersetzt';
    });
    expect(t`${{ name: 'Maya' }} pledged ${{ amount: '$10' }}.`).toBe('übersetzt');
    expect(backs(7)).toBe('übersetzt');
    t({ message: 'Open', context: 'a pool that takes pledges' });
    expect(asked).toEqual([
      ['{name} pledged {amount}.', undefined, { name: 'Maya', amount: '$10' }],
      ['{fans, plural, =0 {No one backs} one {# fan backs} other {# fans back}} this pool.', undefined, { fans: 7 }],
      ['Open', 'a pool that takes pledges', {}],
    ]);
  });

  it('are read when a text is rendered, not when it is described', () => {
    const label = msg`Filling up`;
    expect(textOf(label)).toBe('Filling up');
    speak((message) => (icuOf(message) === 'Filling up' ? 'Füllt sich' : undefined));
    expect(textOf(label)).toBe('Füllt sich');
    expect(inEnglish(label)).toBe('Filling up');
  });

  it('may be missing: the text stays English', () => {
    speak(() => undefined);
    expect(backs(1)).toBe('1 fan backs this pool.');
    expect(verbatim('Maya')).toBe('Maya');
  });
});
