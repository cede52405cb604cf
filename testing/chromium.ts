import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** For a headless browser that runs as root and connects only to the site under test. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without its window code. With it, the browser tests take a third of the CPU time. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell'];
const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const executable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function chosen(): Promise<string | undefined> {
  const requestedPath = process.env.CHROMIUM_PATH;
  if (!requestedPath || (await executable(requestedPath))) return requestedPath;
  throw new Error(`CHROMIUM_PATH is ${requestedPath}, which is not executable. Set it to a Chromium binary.`);
}

async function installed(names: string[], macPath?: string): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of macPath ? [...paths, macPath] : paths) {
    if (await executable(path)) return path;
  }
  return undefined;
}

async function fromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await executable('/usr/bin/apt-get'))) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'];
  try {
    await run('apt-get', ['update', '-qq'], { env, timeout: 60_000 });
    await run('apt-get', ['install', '-y', '-qq', ...packages], { env, timeout: 180_000, maxBuffer: 64 << 20 });
  } catch (error) {
    console.warn(`apt-get could not install Chromium: ${String(error).slice(0, 500)}`);
  }
  return installed(headlessShells);
}

async function fromRegistry(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

/** The path of Chromium: CHROMIUM_PATH, else an installed headless shell, else the one from Debian, else a full browser, else the npm package. */
export async function findChromium(): Promise<string> {
  return (
    (await chosen()) ??
    (await installed(headlessShells)) ??
    (await fromDebian()) ??
    (await installed(fullBrowsers, macChrome)) ??
    (await fromRegistry())
  );
}
