import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { hasRtlLetters } from '#contract/language/isolate.ts';
import { currentLanguage, inEnglish, type Message, mapValues, type Text } from '#contract/language/text.ts';

/** Text for people, or an element with such text. A raw string does not fit. */
export type Words = Text | ReactElement;

interface RichTextProps {
  /** A whole sentence with tags: msg`Read <terms>the terms</terms> first.` */
  text: Message;
  /**
   * Draws each tag: `{ terms: (text) => <Link to={paths.terms}>{text}</Link> }`. A tag may have no text: `<when/>`. A tag without an entry
   * stays visible as it is written, and `npm run check` refuses it.
   */
  tags: Readonly<Record<string, (text: ReactNode) => ReactNode>>;
}

/** While the tags are read, values hide behind these private characters, so that what people wrote is never read as a tag. */
const hidden = /\uE000(\d+)\uE001/g;
const tagged = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/gs;

/** A text with elements in it. A sentence without a translation is marked as English. */
export function RichText({ text, tags }: RichTextProps) {
  const values: string[] = [];
  const masked = mapValues(text, (value) => `\uE000${values.push(String(value)) - 1}\uE001`);
  const language = currentLanguage();
  const translation = language?.translate(masked);
  const nodes = withTags(translation ?? inEnglish(masked), tags, (part) => {
    if (!values.some(hasRtlLetters))
      return part.replaceAll(hidden, (_match, index: string) => values[Number(index)] ?? '');
    // Every second piece is the index of a value.
    const pieces = part
      .split(hidden)
      .map((piece, place) => (place % 2 === 1 ? isolated(values[Number(piece)] ?? '') : piece));
    return createElement(Fragment, null, ...pieces);
  });
  return language && translation === undefined ? createElement('span', { lang: 'en', dir: 'ltr' }, nodes) : nodes;
}

/** Names in Arabic or Hebrew do not reorder the sentence around them. */
const isolated = (value: string) => (hasRtlLetters(value) ? createElement('bdi', null, value) : value);

function withTags(text: string, tags: RichTextProps['tags'], reveal: (part: string) => ReactNode): ReactNode {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(tagged)) {
    const [whole, name, content, single] = match;
    const draw = tags[name ?? single ?? ''];
    if (!draw) continue;
    if (match.index > from) nodes.push(reveal(text.slice(from, match.index)));
    nodes.push(draw(content === undefined ? undefined : withTags(content, tags, reveal)));
    from = match.index + whole.length;
  }
  if (from < text.length) nodes.push(reveal(text.slice(from)));
  return createElement(Fragment, null, ...nodes);
}
