import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of the project. `import.meta.dirname` names the folder of a source file, or dist/node if the code runs from the bundle, so
 * paths of other files of the project start here.
 */
export const projectRoot = dirname(findPackageJSON(import.meta.url) ?? process.cwd());
