import { registerHooks } from 'node:module';

interface Patch {
  file: string;
  find: string;
  replace: string;
}

const write = 'const x = socket.write(chunk, fn)';
const cleanUp = '\n    clearImmediate(nextWriteTimer)\n';
const fetchTypes = 'return fetchArrayTypes()';
const connectNext = 'queries.length && connect(c, queries.shift())';

/**
 * Defects of postgres.js 3.4.9, fixed in the source text while the driver is loaded. The fix for the first is pending upstream
 * (porsager/postgres issues 1066, 1154, 1208; pull request 1209). When a release has one, its patch no longer finds its text and the
 * server refuses to start: remove the patch then.
 */
const patches: readonly Patch[] = [
  // When a connection ends inside a transaction, a timer writes to a socket that is gone, which would end the process.
  {
    file: 'connection.js',
    find: write,
    replace: `if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    ${write}`,
  },
  // The clean-up keeps the cleared timer, after which the reconnected connection would never send a short statement.
  { file: 'connection.js', find: cleanUp, replace: `${cleanUp}    chunk = nextWriteTimer = null\n` },
  // A connection that waits for its next try opens even after its pool has ended, and nothing closes it.
  {
    file: 'connection.js',
    find: 'setTimeout(connect, closedTime',
    replace: 'setTimeout(() => initial && connect(), closedTime',
  },
  // Nothing awaits this first query of a pool: if the connection breaks during it, the rejection would end the process.
  { file: 'connection.js', find: fetchTypes, replace: `${fetchTypes}.catch(() => undefined)` },
  // A statement that waits while an ended pool closes its last connections would open a new one, which nothing closes.
  {
    file: 'index.js',
    find: connectNext,
    replace: `while (ending && queries.length) queries.shift().reject(Errors.connection('CONNECTION_ENDED', options, options))
    ${connectNext}`,
  },
];

/** Applies the patches of one file of the driver. Throws if the text of a patch is missing. */
export function patchDriver(file: string, source: string): string {
  let patched = source;
  for (const patch of patches) {
    if (patch.file !== file) continue;
    if (!source.includes(patch.find)) {
      throw new Error(
        `postgres.js has changed: src/${file} no longer contains "${patch.find.trim()}". ` +
          'Check whether this release has fixed the defect, then update server/platform/postgres/patched-driver.ts.',
      );
    }
    patched = patched.replaceAll(patch.find, () => patch.replace);
  }
  return patched;
}

/** Marks the driver for a test process that evaluates this module again: Node keeps the driver that it loaded first. */
const isPatched = Symbol.for('fanfare.patched-driver');

async function loadDriver(): Promise<typeof import('postgres')> {
  const missing = new Set(patches.map(({ file }) => file));
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const [, file = ''] = /\/postgres\/src\/(\w+\.js)$/.exec(url) ?? [];
      if (!missing.delete(file)) return loaded;
      return { ...loaded, source: patchDriver(file, String(loaded.source)) };
    },
  });
  const { default: driver } = await import('postgres');
  hooks.deregister();
  if (missing.size > 0 && !(isPatched in driver)) {
    throw new Error(`postgres.js was loaded without its patches for ${[...missing].join(', ')}`);
  }
  return Object.assign(driver, { [isPatched]: true });
}

/** The driver, patched. */
export const postgres = await loadDriver();
