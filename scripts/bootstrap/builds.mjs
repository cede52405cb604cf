import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capture } from './processes.mjs';

/**
 * Something that a command builds into dist/. `inputs`: files, and folders with their sources; a change of any builds it again.
 * `hasReport`: its output is for people.
 * @typedef {{ title: string, stampFile: string, run: string[], inputs: string[], hasReport?: boolean }} Build
 */

const viteBuild = ['node_modules/vite/bin/vite.js', 'build'];
const packages = ['package-lock.json', 'package.json', 'tsconfig.base.json'];

/** @type {Record<'pages' | 'server' | 'languages', Build>} */
export const builds = {
  pages: {
    title: 'pages',
    stampFile: 'dist/.pages-stamp',
    run: [...viteBuild, '--app'],
    inputs: [
      ...packages,
      ...['web', 'contract', 'docs/n8n', 'scripts/vite', 'scripts/language', 'locales'],
      ...['vite.config.ts', 'tsconfig.web.json', 'tsconfig.service-worker.json'],
    ],
  },
  server: {
    title: 'server',
    stampFile: 'dist/.server-stamp',
    run: [...viteBuild, '--config', 'vite.server.config.ts'],
    inputs: [...packages, 'server', 'contract', 'vite.server.config.ts', 'tsconfig.server.json'],
  },
  languages: {
    title: 'languages',
    stampFile: 'dist/.languages-stamp',
    run: ['scripts/language/build.ts'],
    inputs: [...packages, 'scripts/language', 'contract/language', 'locales'],
    hasReport: true,
  },
};

/**
 * Builds what has changed since its last build. Compares content, because a checkout changes dates.
 * @param {string} node
 * @param {readonly (keyof typeof builds)[]} names
 */
export async function ensureBuilds(node, names) {
  await Promise.all(names.map((name) => ensureBuild(node, builds[name])));
}

async function ensureBuild(
  /** @type {string} */ node,
  /** @type {Build} */ { title, stampFile, run, inputs, hasReport },
) {
  const wanted = hashOf(inputs);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === wanted) return;
  process.stderr.write(`Building the ${title} …\n`);
  const begin = Date.now();
  // Remove the stamp first, so that an interrupted build does not count as complete.
  await rm(stampFile, { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await capture(node, run, env);
  if (code !== 0) throw new Error(`${output}\nBuilding the ${title} failed.`);
  if (hasReport) process.stderr.write(output);
  await mkdir('dist', { recursive: true });
  await writeFile(stampFile, wanted);
  process.stderr.write(`Built the ${title} in ${((Date.now() - begin) / 1000).toFixed(1)} s.\n`);
}

/** Reads synchronously, which takes a third of the time for so many small files. */
function hashOf(/** @type {string[]} */ inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

/** A file, or all files in a folder except tests. */
function filesOf(/** @type {string} */ path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
