import { readFile } from 'node:fs/promises';
import { type ESTree, type Plugin, parseAst } from 'vite';
import { leanErrors } from './lean-errors.ts';

const schemaParts = new Set(['params', 'query', 'body', 'output', 'errors', 'summary']);
/** The import suffix for a contract module's schemas instead of its endpoints. */
const schemasOf = '?schemas';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Removes the properties of `endpoint({ … })` that the browser never reads. */
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

const isEndpoint = ({ callee }: ESTree.CallExpression) => callee.type === 'Identifier' && callee.name === 'endpoint';
const usesSchemas = /\bz\s*\./;

/** Whether a constant is a schema or a function that creates one. */
function isSchema({ init }: ESTree.VariableDeclarator, code: string): boolean {
  if (init?.type === 'ArrowFunctionExpression') return usesSchemas.test(code.slice(init.start, init.end));
  return init?.type === 'CallExpression' && !isEndpoint(init);
}

interface Found {
  edits: Edit[];
  /** Exported constants that are neither endpoints nor plain: the schemas. */
  schemas: string[];
}

function findIn(code: string, isSplit: boolean): Found {
  const found: Found = { edits: [], schemas: [] };
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    const exported = statement.type === 'ExportNamedDeclaration';
    const declaration = exported ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const [only] = declaration.declarations;
    if (isSplit && exported && only && isSchema(only, code) && only.id.type === 'Identifier') {
      found.schemas.push(only.id.name);
      found.edits.push({ start: statement.start, end: statement.end, text: '' });
    } else {
      found.edits.push(...declaration.declarations.flatMap(({ init }) => freeToDrop(init, code)));
    }
  }
  return found;
}

/** Marks a call as pure, so that the bundler drops it when its value is unused. */
function freeToDrop(init: ESTree.Expression | null, code: string): Edit[] {
  if (init?.type !== 'CallExpression') return [];
  return [
    ...(isEndpoint(init) ? cutSchemas(init, code) : []),
    { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' },
    { start: init.end, end: init.end, text: ')()' },
  ];
}

/**
 * The contract as the browser needs it: endpoints without schemas, every other constant marked as pure, so that the bundler drops unused ones.
 * With `schemasFrom`, the schemas are imported from that module, so that one page that validates does not add them to all others.
 */
export function leanSource(code: string, schemasFrom?: string): string {
  const { edits, schemas } = findIn(code, schemasFrom !== undefined);
  let lean = code;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    lean = lean.slice(0, start) + text + lean.slice(end);
  }
  if (schemas.length === 0) return lean;
  const names = schemas.join(', ');
  return `import { ${names} } from '${schemasFrom}';\n${lean}\nexport { ${names} };\n`;
}

/**
 * Keeps the schema library out of pages that validate nothing, which saves 20 KB of brotli on the first load. The server validates every
 * call anyway. Forms that validate while the visitor types import their schema and with it the library.
 */
export function leanContract(): Plugin {
  return {
    name: 'fanfare:lean-contract',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /\/contract\/[\w/-]+\.ts\?schemas$/ },
      handler: (id) => ({ id, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /\/contract\/[\w/-]+\.ts\?schemas$/ },
      handler: async (id) => ({
        code: leanSource(await readFile(id.slice(0, -schemasOf.length), 'utf8')),
        moduleType: 'ts',
        moduleSideEffects: false,
      }),
    },
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler: (code, id) => ({
        code: id.endsWith('/contract/errors.ts') ? leanErrors(code) : leanSource(code, id + schemasOf),
        map: null,
        moduleSideEffects: false,
      }),
    },
  };
}
