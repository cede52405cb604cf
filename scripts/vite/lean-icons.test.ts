import { globSync, readFileSync } from 'node:fs';
import * as library from 'lucide-react';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { iconFiles, leanIcon, leanIconSource, withOwnImports } from './lean-icons.ts';

/** The names of all icons that the pages import. */
const used = new Set(
  globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  ),
);
used.delete('');

const files = iconFiles();
const theirIcons = new Map<string, unknown>(Object.entries(library));

type Icon = ComponentType<Record<string, unknown>>;

const makeIcon = new Function('createElement', leanIcon.replace(/^import .*/, '').replace('export default', 'return'))(
  createElement,
);

function leanIconOf(name: string): Icon | undefined {
  const source = leanIconSource(readFileSync(files.get(name) ?? '', 'utf8'));
  const data = /const __iconData = (\{[\s\S]*?\n\});/.exec(source)?.[1];
  return data ? makeIcon(new Function(`return ${data}`)()) : undefined;
}

const sorted = (html: string) =>
  html.replace(
    /<(\w+) ([^>]*?)(\/?)>/g,
    (_, tag, attributes, end) =>
      `<${tag} ${attributes
        .match(/[\w-]+="[^"]*"/g)
        .sort()
        .join(' ')}${end}>`,
  );

test('each icon that the pages use looks like the library’s', () => {
  const icons = [...used].filter((name) => /^[A-Z]/.test(name) && name in library && name !== 'LucideIcon');
  expect(icons.length).toBeGreaterThan(50);
  const compared = icons.flatMap((name) => {
    const lean = leanIconOf(name);
    return lean ? [[name, lean] as const] : [];
  });
  expect(compared.length).toBeGreaterThan(icons.length * 0.8);
  for (const [name, lean] of compared) {
    const theirs = theirIcons.get(name) as Icon;
    for (const props of [{}, { 'aria-hidden': 'true' }, { className: 'a b', strokeWidth: 3, 'aria-hidden': 'true' }]) {
      const html = (icon: Icon) => sorted(renderToString(createElement(icon, props)));
      expect(html(lean), name).toBe(html(theirs));
    }
  }
});

test('leaves out what only the library needs', () => {
  for (const file of new Set(files.values())) {
    expect(leanIconSource(readFileSync(file, 'utf8')), file).not.toMatch(/key:|\.node;/);
  }
});

test('imports each icon from its own file', () => {
  const lean = withOwnImports("import { Check, X as Close, type LucideIcon } from 'lucide-react';", files);
  expect(lean).toMatch(/^import Check from '[^']*\/icons\/check\.mjs';import Close from '[^']*\/icons\/x\.mjs';$/);
  expect(() => withOwnImports("import { NoSuchIcon } from 'lucide-react';", files)).toThrow('no icon NoSuchIcon');
});
