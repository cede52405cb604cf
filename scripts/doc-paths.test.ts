import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Documents whose readers open the named files. */
const withPaths = [
  'docs/tour.md',
  'docs/architecture.md',
  'docs/money.md',
  'docs/threat-model.md',
  'docs/security.md',
  'docs/reliability.md',
  'SECURITY.md',
  'docs/operations.md',
];
const documents = globSync([
  ...['*.md', 'docs/**/*.md', '.github/*.md', 'bench/*.md', 'scripts/**/*.md'],
  ...['server/**/*.md', 'web/**/*.md', 'testing/**/*.md'],
]);

const namedPaths = (text: string) =>
  [...text.matchAll(/`((?:bench|contract|deploy|docs|e2e|scripts|server|testing|web)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  );

describe.each(withPaths)('%s', (file) => {
  it('names only files that exist', () => {
    const missing = namedPaths(readFileSync(file, 'utf8')).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });
});

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');

function hasAnchor(file: string, anchor: string): boolean {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.some((heading) => anchorOf(heading) === anchor);
}

/** Without examples of code. */
const proseOf = (text: string) => text.replaceAll(/^```.*?^```$/gms, '');

describe('links between documents', () => {
  it('lead to a file, and to a heading in it', () => {
    const broken = documents.flatMap((file) => {
      const links = [
        ...proseOf(readFileSync(file, 'utf8')).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
      ];
      return links.flatMap(([link, path = '', anchor]) => {
        const target = path === '' ? file : join(dirname(file), path);
        if (!existsSync(target)) return [`${file}: ${link}`];
        return anchor && target.endsWith('.md') && !hasAnchor(target, anchor) ? [`${file}: ${link}`] : [];
      });
    });
    expect(documents.length).toBeGreaterThan(30);
    expect(broken).toEqual([]);
  });
});
