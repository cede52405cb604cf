import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The folder of the project. `import.meta.dirname` names the folder of a source file, or dist/node if the code runs from the bundle, so
 * paths of other files of the project start here.
 */
export const projectRoot = dirname(findPackageJSON(import.meta.url) ?? process.cwd());

/** The version of this release, from package.json. */
export const version: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;
