import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { Catalogue } from '#contract/language/create-language.ts';
import { isLocale, type Locale } from '#contract/language/languages.ts';
import { compile, compiledLocales } from '../language/compile.ts';
import { readTemplate } from '../language/po-files.ts';

export const catalogueFolder = 'assets/language';

/** The modules of web/routes.tsx. Each page has a catalogue; the others that it loads are in the catalogue named base. */
const pageModule = /^web\/pages\/(.+)\.tsx$/;

/** Their texts are stored in English, and browsers translate them. */
const stored = ['server/money/stripe/decline-codes.ts', 'server/money/sandbox/behaviors.ts'];

/**
 * Emits the texts of other languages for browsers, as /assets/language/<hash>/<locale>/<page>.json: those that a page's modules may render,
 * without those of `base`, which are in every page. The hash is that of all catalogues, and is in dist/client/.vite/languages.json. In
 * development the hash is "dev", and each file has all texts.
 */
export function catalogues(): Plugin {
  let root = '';
  return {
    name: 'fanfare:catalogues',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.middlewares.use(`/${catalogueFolder}/dev/`, (request, response, next) => {
        const locale = request.url?.split('/')[1];
        if (!isLocale(locale) || locale === 'en') return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(compile(locale).catalogue));
      });
    },
    generateBundle() {
      const fileOf = (id: string) => relative(root, id).split(sep).join('/');
      const linksOf = (id: string): Links => {
        const { importedIds = [], dynamicallyImportedIds = [], isEntry = false } = this.getModuleInfo(id) ?? {};
        return { imports: [...importedIds, ...dynamicallyImportedIds].map(fileOf), isEntry };
      };
      const pages = textsByPage(new Map([...this.getModuleIds()].map((id) => [fileOf(id), linksOf(id)])));
      const files = compiledLocales.flatMap((locale) => filesOf(locale, pages));
      const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
      for (const { path, source } of files)
        this.emitFile({ type: 'asset', fileName: `${catalogueFolder}/${hash}/${path}`, source });
      this.emitFile({ type: 'asset', fileName: '.vite/languages.json', source: JSON.stringify({ hash }) });
    },
  };
}

function filesOf(locale: Locale, pages: ReadonlyMap<string, readonly string[]>) {
  const { catalogue } = compile(locale);
  return [...pages].map(([page, ids]) => ({
    path: `${locale}/${page}.json`,
    source: JSON.stringify(pick(catalogue, ids)),
  }));
}

const pick = (catalogue: Catalogue, ids: readonly string[]): Catalogue =>
  Object.fromEntries(ids.flatMap((id) => (catalogue[id] === undefined ? [] : [[id, catalogue[id]]])));

/** A module within the project, by its path, with the modules that it imports, also later. */
export interface Links {
  imports: readonly string[];
  isEntry: boolean;
}

const pageOf = (file: string) => pageModule.exec(file)?.[1];

/** The ids of the texts of each page, and of `base`. */
export function textsByPage(modules: ReadonlyMap<string, Links>): Map<string, string[]> {
  const reach = (starts: readonly string[], isOutside: (file: string) => boolean) => {
    const reached = new Set(starts);
    for (const file of reached)
      for (const imported of modules.get(file)?.imports ?? []) if (!isOutside(imported)) reached.add(imported);
    return reached;
  };
  const texts = textsByFile();
  const textsOf = (files: ReadonlySet<string>) => new Set([...files].flatMap((file) => texts.get(file) ?? []));

  const entries = [...modules].flatMap(([file, { isEntry }]) => (isEntry ? [file] : []));
  const base = textsOf(reach([...entries, ...stored], (file) => pageOf(file) !== undefined));
  const byPage = new Map([['base', [...base].sort()]]);
  for (const file of [...modules.keys()].sort()) {
    const page = pageOf(file);
    if (page === undefined) continue;
    const ids = textsOf(reach([file], () => false));
    byPage.set(page, [...ids].filter((id) => !base.has(id)).sort());
  }
  return byPage;
}

function textsByFile(): ReadonlyMap<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, origins } of [...readTemplate('messages'), ...readTemplate('english-only')])
    for (const file of origins) ids.set(file, [...(ids.get(file) ?? []), id]);
  return ids;
}
