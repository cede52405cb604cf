import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Builds the documentation as a site in site/dist. The generator is in site/ with packages of another lockfile, because it brings its own Vite and
 * Vue, which the product does not need. The pages are copied there, because the generator looks for its packages above each page.
 */
const site = 'site';
const pages = join(site, 'pages');

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

if (!existsSync(join(site, 'node_modules/vitepress'))) {
  // Not `npm ci`: it refuses a lockfile that lacks packages of other platforms.
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']);
}
rmSync(pages, { recursive: true, force: true });
for (const file of globSync(['*.md', 'docs/**/*.md', 'bench/README.md'])) {
  // Links name these two by their folder, and bench/README.md by its file.
  const target = join(pages, file.replace(/^(docs\/decisions\/)?README\.md$/, '$1index.md'));
  mkdirSync(dirname(target), { recursive: true });
  cpSync(file, target);
}
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);
