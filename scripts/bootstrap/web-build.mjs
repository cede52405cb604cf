import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capture } from './processes.mjs';

const stampFile = 'dist/.stamp';
const folders = ['web', 'contract', 'scripts/vite'];
const files = [
  'vite.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.service-worker.json',
];

/**
 * Builds the pages if a source file has changed since the last build. Compares content, because a checkout changes dates.
 * @param {string} node
 */
export async function ensureWebBuild(node) {
  const wanted = await hashOfInputs();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === wanted) return;
  process.stderr.write('Building the pages …\n');
  const begin = Date.now();
  // Remove the stamp first, so that an interrupted build does not count as complete.
  await rm(stampFile, { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await capture(node, ['node_modules/vite/bin/vite.js', 'build', '--app'], env);
  if (code !== 0) throw new Error(`${output}\nBuilding the pages failed.`);
  await mkdir('dist', { recursive: true });
  await writeFile(stampFile, wanted);
  process.stderr.write(`Pages built in ${((Date.now() - begin) / 1000).toFixed(1)} s.\n`);
}

async function hashOfInputs() {
  const paths = [...files];
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.test\.tsx?$/.test(name)) paths.push(join(folder, name));
    }
  }
  const hash = createHash('sha256');
  // Reading a folder fails, so only its name counts.
  for (const path of paths.sort()) hash.update(`${path}\0`).update(await readFile(path).catch(() => ''));
  return hash.digest('hex');
}
