import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { icons } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

const imports = /import \{([^}]*)\} from 'lucide-react'/g;

function importedIcons(): string[] {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join('web', name), 'utf8'));
  const names = sources.flatMap((source) => [...source.matchAll(imports)].flatMap(([, list = '']) => list.split(',')));
  return [...new Set(names.map((name) => name.replace(/\btype\b| as .*/g, '').trim()))].filter(Boolean);
}

const mirrored = new Set(readFileSync('web/styles/base.css', 'utf8').match(/(?<=\.)lucide-[\w-]+/g));

/** Icons whose names say that they point along the text. */
const directed = /(?:Left|Right|Reply|Undo2?|Redo2?|Send\w*|LogIn|LogOut|ExternalLink|SquareShare)$/;

/** The class that the library gives to the icon. */
function classOf(name: string): string {
  const icon = icons[name as 'Reply'];
  return renderToStaticMarkup(createElement(icon)).match(/lucide-[\w-]+/)?.[0] ?? '';
}

test('a right-to-left page mirrors every icon that points along the text, and no other', () => {
  const names = importedIcons().filter((name) => directed.test(name));
  expect(names.length).toBeGreaterThan(5);
  expect([...mirrored].sort()).toEqual(names.map(classOf).sort());
});
