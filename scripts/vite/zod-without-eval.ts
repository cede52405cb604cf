import type { Plugin } from 'vite';

const configured = '\0zod-without-eval';

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
      handler: (_id, importer = '') => (importer === configured ? null : configured),
    },
    load: {
      filter: { id: new RegExp(`^${configured}$`) },
      handler: () => `import { config } from 'zod';\nconfig({ jitless: true });\nexport * from 'zod';\n`,
    },
  };
}
