import { type ESTree, type Plugin, parseAst } from 'vite';

const schemaParts = new Set(['params', 'query', 'body', 'output', 'errors', 'summary']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Cuts what the browser never reads from `endpoint({ … })`. */
function cutSchemas(call: ESTree.CallExpression, code: string): Edit[] {
  const definition = call.arguments[0];
  if (definition?.type !== 'ObjectExpression') return [];
  return definition.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (!schemaParts.has(property.key.name)) return [];
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
    return [{ start: property.start, end: property.end + comma, text: '' }];
  });
}

/** The contract as the browser needs it: endpoints without schemas, every other constant free to be dropped when nobody reads it. */
export function leanSource(code: string): string {
  const edits: Edit[] = [];
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression') continue;
      if (init.callee.type === 'Identifier' && init.callee.name === 'endpoint') edits.push(...cutSchemas(init, code));
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' });
      edits.push({ start: init.end, end: init.end, text: ')()' });
    }
  }
  let lean = code;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    lean = lean.slice(0, start) + text + lean.slice(end);
  }
  return lean;
}

/**
 * Keeps the schema library out of pages that validate nothing: 25 KB of brotli on the first load. The server checks every call
 * anyway; forms that check while typing import their schema and bring the library along.
 */
export function leanContract(): Plugin {
  return {
    name: 'fanfare:lean-contract',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: leanSource(code), map: null }),
    },
  };
}
