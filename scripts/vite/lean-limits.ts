import type { Plugin } from 'vite';
import { limits } from '../../contract/limits.ts';

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces each entry of `contract/limits.ts` that the code names by its value: `limits.chat.pageSize` becomes `(50)`. */
export function withoutLimits(code: string): string {
  return code.replace(/(?<![\w/]|\w\.)limits((?:\.\w+)+)/g, (_, path: string) => {
    let value: unknown = limits;
    const names = path.slice(1).split('.');
    while (isTable(value) && names.length > 0) value = value[names.shift() ?? ''];
    return [`(${JSON.stringify(value)})`, ...names].join('.');
  });
}

/** Keeps the table of limits, 1.2 KB, out of pages that need only a few of them. */
export function leanLimits(): Plugin {
  return {
    name: 'fanfare:lean-limits',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/(?:web|contract)\/[\w/-]+\.tsx?(?:\?schemas)?$/, code: /\blimits\./ },
      handler: (code) => ({ code: withoutLimits(code), map: null }),
    },
  };
}
