import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readApiDocument } from './site/api-document.ts';
import { type ApiPage, apiReference } from './site/api-pages.ts';

/**
 * Builds the documentation as a site in site/dist. The generator is in site/ with packages of another lockfile, because it brings its own Vite and
 * Vue, which the product does not need. The pages are copied there, because the generator looks for its packages above each page.
 * SITE_BASE is the path of the site on its host, "/" by default.
 */
const site = 'site';
const pages = join(site, 'pages');

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

function write(path: string, text: string): void {
  const target = join(pages, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function copyDocuments(): void {
  rmSync(pages, { recursive: true, force: true });
  const readmes = '{bench,server,server/chat,server/platform,testing,web}/README.md';
  for (const file of globSync(['*.md', 'docs/**/*.{md,webp}', 'locales/*.md', readmes])) {
    // Links name these two by their folder, and the others by their file.
    const target = join(pages, file.replace(/^(docs\/decisions\/)?README\.md$/, '$1index.md'));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  cpSync('docs/n8n', join(pages, 'public/docs/n8n'), { recursive: true });
}

/** The mark for each theme: the one in web/public follows the system, and this site has a switch. */
function writeMarks(): void {
  const mark = readFileSync('web/public/favicon.svg', 'utf8');
  write('public/favicon.svg', mark);
  for (const [theme, fill] of Object.entries({ light: '#2c1a29', dark: '#f7efe4' })) {
    write(`public/mark-${theme}.svg`, mark.replace(/<style>.*<\/style>/, `<style>circle{fill:${fill}}</style>`));
  }
}

async function writeApiPages(): Promise<ApiPage[]> {
  const document = await readApiDocument();
  const reference = apiReference(document);
  for (const { name, markdown } of reference.pages) write(`docs/api/${name}.md`, markdown);
  write('docs/api.md', `${readFileSync('docs/api.md', 'utf8')}\n${reference.overview}\n`);
  write('docs/api/pages.json', JSON.stringify(reference.pages.map(({ title, name }) => ({ title, name }))));
  write('public/openapi.json', JSON.stringify(document));
  return reference.pages;
}

/** Throws if a call is not in the built site under its anchor. */
function checkApiPages(apiPages: ApiPage[]): void {
  for (const { name, anchors } of apiPages) {
    const html = readFileSync(join(site, 'dist/docs/api', `${name}.html`), 'utf8');
    const missing = anchors.filter((anchor) => !html.includes(` id="${anchor}"`));
    if (missing.length > 0) throw new Error(`docs/api/${name}.html lacks ${missing.join(', ')}`);
  }
  console.log(`The API reference has ${apiPages.flatMap(({ anchors }) => anchors).length} calls.`);
}

if (!existsSync(join(site, 'node_modules/vitepress'))) {
  // Not `npm ci`: it refuses a lockfile that lacks packages of other platforms.
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']);
}
copyDocuments();
writeMarks();
const apiPages = await writeApiPages();
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);
checkApiPages(apiPages);
