import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { valuesOf } from '#contract/language/icu.ts';
import { type Message, msg, plural } from '#contract/language/text.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { RichText } from './rich-text.tsx';

// cspell:ignore Danke Zahle jetzt

type Tags = Parameters<typeof RichText>[0]['tags'];

const html = (text: Message, tags: Tags) => renderToStaticMarkup(<RichText text={text} tags={tags} />);
const b = (text: ReactNode) => <b>{text}</b>;

afterEach(speakEnglish);

it('draws tags around their words', () => {
  const link = (text: ReactNode) => <a href="/terms">{text}</a>;
  expect(html(msg`Read <terms>the terms</terms> first.`, { terms: link })).toBe(
    'Read <a href="/terms">the terms</a> first.',
  );
  expect(html(msg`<b>Now</b> and <b>then</b>`, { b })).toBe('<b>Now</b> and <b>then</b>');
});

it('draws tags within tags', () => {
  const text = msg`Your <note>pledge of <b>${{ amount: '$10' }}</b></note>.`;
  expect(html(text, { note: (words) => <em>{words}</em>, b })).toBe('Your <em>pledge of <b>$10</b></em>.');
});

it('draws tags without words', () => {
  expect(html(msg`Pay by <when/>.`, { when: () => <time>Nov 20</time> })).toBe('Pay by <time>Nov 20</time>.');
  const added = msg`Added <use>and used <when/></use>`;
  expect(html(added, { use: b, when: () => <time>today</time> })).toBe('Added <b>and used <time>today</time></b>');
});

it('shows what people wrote as text, even if it looks like a tag', () => {
  const tags = { b, when: () => <time>never</time> };
  expect(html(msg`${{ name: '<b>x</b>' }} wrote <b>${{ title: '</b><when/>b' }}</b>`, tags)).toBe(
    '&lt;b&gt;x&lt;/b&gt; wrote <b>&lt;/b&gt;&lt;when/&gt;b</b>',
  );
  expect(html(msg`<b>${{ amount: 3 }}</b> of ${{ total: 0 }}`, { b })).toBe('<b>3</b> of 0');
});

it('leaves unknown tags as text', () => {
  expect(html(msg`1 <i>of</i> 2`, { b })).toBe('1 &lt;i&gt;of&lt;/i&gt; 2');
});

it('chooses the form of a count that has tags', () => {
  const text = (fans: number) =>
    msg`${plural({ fans }, { one: '<b>#</b> fan backs', other: '<b>#</b> fans back' })} <pool>${{ title: 'A song' }}</pool>.`;
  const tags = { b, pool: (title: ReactNode) => <i>{title}</i> };
  expect(html(text(1), tags)).toBe('<b>1</b> fan backs <i>A song</i>.');
  expect(html(text(1234), tags)).toBe('<b>1,234</b> fans back <i>A song</i>.');
});

it('follows the order of a translation', () => {
  speak(({ parts }) => `<b>Danke</b>, ${valuesOf(parts).name}!`);
  expect(renderToString(<RichText text={msg`${{ name: 'Maya' }}, <b>thank you</b>!`} tags={{ b }} />)).toBe(
    '<b>Danke</b>, Maya!',
  );
});

it('isolates names that run from right to left', () => {
  const text = msg`<b>${{ name: 'أحمد' }}</b> and ${{ other: 'Maya' }}, ${{ third: 'נועה' }} · ${plural({ fans: 3 }, { other: '# fans' })}`;
  expect(html(text, { b })).toBe('<b><bdi>أحمد</bdi></b> and Maya, <bdi>נועה</bdi> · 3 fans');
});

it('marks a sentence without a translation as English, in another language only', () => {
  const text = msg`Pay <b>now</b>.`;
  expect(html(text, { b })).toBe('Pay <b>now</b>.');
  speak(() => undefined);
  expect(html(text, { b })).toBe('<span lang="en" dir="ltr">Pay <b>now</b>.</span>');
  speak(() => 'Zahle <b>jetzt</b>.');
  expect(html(text, { b })).toBe('Zahle <b>jetzt</b>.');
});
