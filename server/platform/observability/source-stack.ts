import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative, resolve } from 'node:path';
import { projectRoot } from '#server/platform/config/project.ts';

/** A place in the bundle, such as `file:///srv/fanfare/dist/node/shared.js:120:15`. */
const place = /(?:file:\/\/)?(\/[^\s()]*\/dist\/node\/[\w-]+\.js):(\d+):(\d+)/g;

/**
 * Returns a function that names the TypeScript files in a stack trace of the bundle. It reads the source maps with the first error,
 * because `--enable-source-maps` reads them at the start, which takes 50 MB.
 */
export function createSourceStacks(): (stack: string) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return (stack) =>
    stack.replaceAll(place, (whole, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
      if (!origin || !('fileName' in origin)) return whole;
      const path = relative(projectRoot, resolve(file, '..', origin.fileName));
      return `${path}:${origin.lineNumber}:${origin.columnNumber}`;
    });
}

/** Undefined if there is no map, because an error must be logged without it, too. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
