import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module in place of lucide-react's `createLucideIcon`. */
export const leanIcon = `import { createElement } from 'react';
const drawing = {
  xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
  strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': 'true',
};
export default ({ names, node }) => ({ className, ...props }) =>
  createElement(
    'svg',
    { ...drawing, ...props, className: 'lucide ' + names + (className ? ' ' + className : '') },
    ...node.map(([tag, attributes]) => createElement(tag, attributes)),
  );
`;

const leanIconId = '\0fanfare-lean-icon';

/** An icon of lucide-react without React's keys and with its class names as one text. */
export function leanIconSource(code: string): string {
  const name = /name: "([\w-]+)"/.exec(code)?.[1] ?? '';
  const aliases = [...(/aliases: \[([^\]]*)\]/.exec(code)?.[1] ?? '').matchAll(/"([\w-]+)"/g)].map(
    ([, alias]) => alias,
  );
  const names = [name, ...aliases].map((each) => `lucide-${each}`).join(' ');
  return code
    .replace(/,\s*key: "\w+"/g, '')
    .replace('__iconData.node;', '')
    .replace(/name: "[\w-]+",/, `names: "${names}",`)
    .replace(/size: 24,\s*/, '')
    .replace(/aliases: \[[^\]]*\],?/, '');
}

const library = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm');

/** The file of each icon by every name that the library exports it under. */
export function iconFiles(): Map<string, string> {
  const index = readFileSync(join(library, 'lucide-react.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(library, file));
  }
  return files;
}

/** Imports each icon from its own file, so that the chunks of a page depend on its own icons only. */
export function withOwnImports(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/import \{([^}]*)\} from 'lucide-react';/g, (_, names: string) => {
    const parts = names.split(',').map((part) => part.trim());
    const icons = parts.filter((part) => part !== '' && !part.startsWith('type '));
    return icons
      .map((part) => {
        const [name = '', alias = name] = part.split(' as ');
        const file = files.get(name);
        if (!file) throw new Error(`lucide-react has no icon ${name}`);
        return `import ${alias} from '${file}';`;
      })
      .join('');
  });
}

/**
 * The icons of lucide-react with a twentieth of its code: only the attributes that the pages use, and no context. The server renders the
 * library's own elements, and lean-icons.test.ts compares both.
 */
export function leanIcons(): Plugin[] {
  const files = iconFiles();
  const ofClient = {
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
  } as const satisfies Partial<Plugin>;
  return [
    {
      ...ofClient,
      name: 'fanfare:lean-icons',
      resolveId: {
        filter: { id: /createLucideIcon\.mjs$/ },
        handler: (_source, importer) => (importer?.includes('/lucide-react/dist/esm/icons/') ? leanIconId : undefined),
      },
      load: { filter: { id: /fanfare-lean-icon$/ }, handler: () => ({ code: leanIcon, moduleSideEffects: false }) },
      transform: {
        filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
        handler: (code) => ({ code: leanIconSource(code), map: null, moduleSideEffects: false }),
      },
    },
    {
      ...ofClient,
      name: 'fanfare:own-icon-imports',
      transform: {
        filter: { id: /\/web\/[\w/-]+\.tsx?$/, code: /lucide-react/ },
        handler: (code) => ({ code: withOwnImports(code, files), map: null }),
      },
    },
  ];
}
