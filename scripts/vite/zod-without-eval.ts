import type { Plugin } from 'vite';

const configured = '\0zod-without-eval';
/** A contract module without its schemas (lean-contract.ts). The configuration is a side effect, so every page would load zod for it. */
const withoutSchemas = /\/contract\/[\w/-]+\.ts$/;

/**
 * Switches off zod's compiler in the browser. Zod probes for `new Function` when the first object schema is made. The content policy
 * refuses that, and browsers report the refusal although zod catches the error. Validation stays the same.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'fanfare:zod-without-eval',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^zod$/ },
      // Zod is configured before any module that imports it makes a schema.
      handler: (_id, importer = '') => (importer === configured || withoutSchemas.test(importer) ? null : configured),
    },
    load: {
      filter: { id: new RegExp(`^${configured}$`) },
      handler: () => `import { config } from 'zod';\nconfig({ jitless: true });\nexport * from 'zod';\n`,
    },
  };
}
