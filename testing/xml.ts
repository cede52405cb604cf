import assert from 'node:assert/strict';

export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

const token = /<\?[^>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y;
const entity = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;

function decode(text: string): string {
  assert.ok(!/&/.test(text.replace(entity, '')), `a bare & in ${text}`);
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(#?\w+);/g, (_all, name: string) => named[name] ?? String.fromCodePoint(Number(name.slice(1))));
}

/** Parses the subset of XML that we write. Returns the elements in order; throws if the document is not well-formed. */
export function readXml(source: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  assert.ok(source.startsWith('<?xml version="1.0" encoding="UTF-8"?>'));
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const from = token.lastIndex;
    const match = token.exec(source);
    assert.ok(match, `not XML: ${source.slice(from, from + 80)}`);
    const [all, closes, name, attributes = '', empty] = match;
    if (!name) {
      const parent = open.at(-1);
      if (parent && !all.startsWith('<?')) parent.text += decode(all);
    } else if (closes) assert.equal(open.pop()?.name, name, 'tags cross');
    else {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decode(value),
      ]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), text: '' };
      elements.push(element);
      if (!empty) open.push(element);
    }
  }
  assert.equal(open.length, 0, 'tags are left open');
  return elements;
}
