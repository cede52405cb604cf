import { expect, test } from 'vitest';
import { findModuleState } from './check-module-state.ts';

test.each([
  'let timer: NodeJS.Timeout | undefined;',
  'const known = new Map<string, number>();',
  'export const waiting: string[] = [];',
])('finds the state in "%s"', (source) => {
  expect(findModuleState('server/money/x.ts', `import 'x';\n${source}`)).toMatchObject([{ line: 2, text: source }]);
});

test.each([
  "const methods = new Set(['POST']);",
  'function count() {\n  let sum = 0;\n  const seen = new Set();\n}',
  'export const counts = contextState(() => new Map<string, number>());',
])('accepts "%s"', (source) => {
  expect(findModuleState('server/money/x.ts', source)).toEqual([]);
});
