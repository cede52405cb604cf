import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/config/project.ts';

/** Returns the address of a font of the build by the name of its file, such as "figtree-latin-wght-normal"; undefined without a build. */
export function readFontAddresses(): (name: string) => string | undefined {
  let files: string[] = [];
  try {
    const manifest = JSON.parse(readFileSync(join(projectRoot, 'dist/client/.vite/manifest.json'), 'utf8')) as object;
    files = Object.values(manifest as Record<string, { file: string }>).map(({ file }) => file);
  } catch {
    // In development, there may be no build.
  }
  return (name) => {
    const file = files.find((each) => each.startsWith(`assets/${name}`) && each.endsWith('.woff2'));
    return file && `/${file}`;
  };
}
