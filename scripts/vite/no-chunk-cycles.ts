import type { Plugin } from 'vite';

/** The first import cycle, as the list of its files; undefined if there is none. */
function findCycle(imports: Map<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const cycle = walk(next, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Pages run each file as soon as it arrives (web/document.ts), so files in a cycle would depend on the order of arrival. */
export function noChunkCycles(): Plugin {
  return {
    name: 'fanfare:no-chunk-cycles',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (cycle)
        this.error(
          `chunks import each other: ${cycle.join(' → ')}. Move their shared modules into one chunk (vite.config.ts).`,
        );
    },
  };
}
