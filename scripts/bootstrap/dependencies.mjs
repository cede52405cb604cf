import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { capture } from './processes.mjs';

const stampFile = 'node_modules/.fanfare-stamp';

/** `crypto.argon2` exists since 24.7. */
const oldestNode = [24, 7];

/**
 * Installs the packages if they do not match package-lock.json, and puts the pinned Node first in PATH.
 * @param {{ production: boolean }} needs
 * @returns {Promise<string>} the path of the Node that runs the project
 */
export async function ensureDependencies({ production }) {
  const lock = await readFile('package-lock.json', 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const [stamp, extent] = (await readFile(stampFile, 'utf8').catch(() => '')).trim().split(' ');
  if (stamp !== wanted || (extent === 'production' && !production)) {
    const installed = await readFile('node_modules/.package-lock.json', 'utf8').catch(() => undefined);
    if (installed && covers(JSON.parse(installed), JSON.parse(lock), production)) {
      await writeFile(stampFile, `${wanted} ${production ? 'production' : 'all'}\n`);
    } else {
      await install();
      await writeFile(stampFile, `${wanted} all\n`);
    }
  }
  const node = await pinnedNode();
  process.env.PATH = `${dirname(node)}:${process.env.PATH}`;
  return node;
}

/**
 * Whether the installed packages match the lockfile. It does not matter which command installed them.
 * @param {{ packages: Record<string, { version?: string }> }} installed
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, peer?: boolean, dev?: boolean }> }} lock
 * @param {boolean} production
 */
function covers(installed, lock, production) {
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '' || wanted.optional || (production && wanted.dev)) continue;
    if (installed.packages[path]?.version !== wanted.version) return false;
  }
  return true;
}

async function npm(/** @type {string[]} */ args) {
  const script = process.env.npm_execpath;
  const env = { ...process.env, NODE_ENV: '' };
  if (script && existsSync(script) && /\.c?js$/.test(script)) return capture(process.execPath, [script, ...args], env);
  return capture('npm', args, env).catch((error) => ({
    code: 1,
    output: `npm could not be started: ${error.message}`,
  }));
}

async function install() {
  process.stderr.write('Installing packages (only now and when package-lock.json changes) …\n');
  const begin = Date.now();
  const extent = ['--include=dev', '--include=optional'];
  let { code, output } = await npm(['ci', ...extent]);
  if (code !== 0) {
    // Newer npm also refuses a lockfile that lacks a package for another platform; `npm install` accepts it with the same versions.
    const second = await npm(['install', '--no-save', ...extent]);
    code = second.code;
    output += second.output;
  }
  if (code !== 0)
    throw new Error(
      `${output}\nInstalling the packages failed. Check that the registry is reachable, and run the command again.`,
    );
  process.stderr.write(`Packages installed in ${Math.round((Date.now() - begin) / 1000)} s.\n`);
}

/**
 * The install script of the `node` package copies the binary. If npm did not run that script, this function installs the package of
 * this platform, which needs no script.
 */
async function pinnedNode() {
  const usual = resolve('node_modules/node/bin/node');
  if (existsSync(usual)) return usual;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;

  const { version } = JSON.parse(await readFile('node_modules/node/package.json', 'utf8'));
  const macArm = process.platform === 'darwin' && process.arch === 'arm64';
  const name = `${macArm ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const home = 'node_modules/.fanfare-node';
  const fetched = resolve(join(home, 'node_modules', name, 'bin/node'));
  if (existsSync(fetched)) return fetched;
  process.stderr.write(`Fetching Node ${version} …\n`);
  const { code, output } = await npm([
    'install',
    '--prefix',
    home,
    '--no-save',
    '--ignore-scripts',
    `${name}@${version}`,
  ]);
  if (code === 0 && existsSync(fetched)) return fetched;
  throw new Error(
    `${output}\nFanfare runs on Node ${version} from the package "node". npm did not run its install script, and ${name} could not be ` +
      `downloaded. Run "npm rebuild node", or run npm with Node ${oldestNode.join('.')} or newer.`,
  );
}
