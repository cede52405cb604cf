import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { createServer, parseSync } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTemplate } from '../language/po-files.ts';
import { catalogueFolder, catalogues, type Links, textsByPage } from './catalogues.ts';

/** The modules that a file imports when it runs, by the syntax alone. The build asks the bundler instead. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const isType = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((each) => each.isType);
  const from = [
    ...module.staticImports.filter(({ entries }) => !isType(entries)).map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      readFileSync(file, 'utf8').slice(start, end).replaceAll(/['"`]/g, ''),
    ),
  ];
  return from.flatMap((name) => {
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [join(dirname(file), name)] : [];
  });
}

describe('the catalogues of the pages', () => {
  const modules = new Map<string, Links>();
  let pages: ReadonlyMap<string, readonly string[]>;
  const templates = [...readTemplate('messages'), ...readTemplate('english-only')];
  const textsIn = (file: string) => templates.filter(({ origins }) => origins.includes(file)).map(({ id }) => id);

  beforeAll(() => {
    for (const file of globSync('{web,contract}/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$|\.d\.ts$/.test(name)))
      modules.set(file, { imports: importsOf(file), isEntry: file === 'web/entry-client.tsx' });
    pages = textsByPage(modules);
  });

  it('have the reasons of declined cards, which no module of the browser has', () => {
    const reason = 'Your card has insufficient funds.';
    for (const english of [reason, `${reason.slice(0, -1)}. Add funds, or use another card.`])
      expect(pages.get('base')).toContain(generateMessageId(english));
  });

  it('have a name for each module that a route may load', () => {
    const names = globSync('web/pages/**/*.tsx').map((file) => file.replace(/^web\/pages\/|\.tsx$/g, ''));
    expect(['base', ...names.sort()]).toEqual([...pages.keys()]);
  });

  it('have all texts of all modules that a page can load', () => {
    for (const [page, ids] of pages) {
      const known = new Set([...ids, ...(pages.get('base') ?? [])]);
      const seen = new Set<string>();
      const visit = (file: string, isFirst = false) => {
        if (seen.has(file) || (page === 'base' && !isFirst && file.startsWith('web/pages/'))) return;
        seen.add(file);
        expect([page, file, textsIn(file).filter((id) => !known.has(id))]).toEqual([page, file, []]);
        for (const imported of modules.get(file)?.imports ?? []) visit(imported);
      };
      visit(page === 'base' ? 'web/entry-client.tsx' : `web/pages/${page}.tsx`, true);
      expect(seen.size).toBeGreaterThan(5);
    }
  });

  it('repeat nothing of the base', () => {
    const base = new Set(pages.get('base'));
    for (const [page, ids] of pages) if (page !== 'base') expect(ids.filter((id) => base.has(id))).toEqual([]);
  });

  it('lack the errors that only the server names, on public pages', () => {
    const refusal = generateMessageId('The pledges haven’t reached your floor yet.');
    expect(textsIn('contract/errors.ts')).toContain(refusal);
    for (const page of ['base', 'landing-page', 'pool-page', 'auth-page'])
      expect([page, pages.get(page)?.includes(refusal)]).toEqual([page, false]);
  });

  it('are the texts for visitors alone on public pages', () => {
    const forOperators = new Set(readTemplate('english-only').map(({ id }) => id));
    for (const page of ['landing-page', 'pool-page', 'home-page'])
      expect(pages.get(page)?.filter((id) => forOperators.has(id))).toEqual([]);
  });
});

describe('in development', () => {
  it('answers with all texts of a language, from its file', async () => {
    const vite = await createServer({
      configFile: false,
      logLevel: 'silent',
      plugins: [catalogues()],
      optimizeDeps: { noDiscovery: true },
      server: { port: 0, watch: null, ws: false },
    });
    try {
      await vite.listen();
      const [address] = vite.resolvedUrls?.local ?? [];
      const get = (path: string) => fetch(new URL(`/${catalogueFolder}/dev/${path}`, address));
      const pseudo = await get('en-XA/pool-page.json');
      expect(pseudo.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Object.keys((await pseudo.json()) as object).length).toBe(
        readTemplate('messages').length + readTemplate('english-only').length,
      );
      expect((await get('xx/pool-page.json')).status).toBe(404);
    } finally {
      await vite.close();
    }
  });
});
