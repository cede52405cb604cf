import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const root = join(import.meta.dirname, '../..');

/** Modules that the build drops from these pages: schemas (lean-contract.ts), zod, and the rules for texts with them. */
const isUnused = /\?schemas$|\/node_modules\/zod\/|zod-without-eval|\/contract\/values\/(?:is-email|tidy-text)\.ts$/;

/** Adds all static imports of the modules in a set, directly or through others. */
function withImports(found: Set<string>, context: Context): Set<string> {
  // A set also visits what is added during the loop.
  for (const each of found) {
    for (const next of context.getModuleInfo(each)?.importedIds ?? []) if (!isUnused.test(next)) found.add(next);
  }
  return found;
}

/** All static imports of a module. Pages and the entry keep their own chunks, so the module itself is not among them. */
function importsOf(file: string, context: Context): Set<string> {
  const start = join(root, file);
  const found = withImports(new Set([start]), context);
  found.delete(start);
  return found;
}

/** The imports of a page that other modules import too. */
function sharedImportsOf(file: string, context: Context): Set<string> {
  const own = importsOf(file, context);
  const isOwn = (id: string) => own.has(id) || id === join(root, file);
  const shared = [...own].filter((id) => !context.getModuleInfo(id)?.importers.every(isOwn));
  return withImports(new Set(shared), context);
}

function readFirstLoads(context: Context) {
  const entry = importsOf('web/entry-client.tsx', context);
  const landing = sharedImportsOf('web/pages/landing-page.tsx', context);
  const frame = importsOf('web/shell/app-shell.tsx', context);
  const pool = sharedImportsOf('web/pages/pool-page.tsx', context);
  return { entry, landing, frame, pool };
}

/**
 * Names the chunks of the landing page and the pool page by what they import, so that neither fetches code of other pages. `kit` is what
 * both need, `framed` the rest of the app shell and of the pool page, `bare` the rest of the landing page.
 */
export function firstLoadChunks(): (id: string, context: Context) => string | null {
  let loads: ReturnType<typeof readFirstLoads> | undefined;
  return (id, context) => {
    loads ??= readFirstLoads(context);
    const { entry, landing, frame, pool } = loads;
    const isFramed = frame.has(id) || pool.has(id);
    if (entry.has(id) || (landing.has(id) && isFramed)) return 'kit';
    if (isFramed) return 'framed';
    return landing.has(id) ? 'bare' : null;
  };
}
