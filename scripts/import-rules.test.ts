import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import config from '../.dependency-cruiser.mjs';
import manifest from '../package.json' with { type: 'json' };

/**
 * Names of the rules that a small tree breaks, each with the file that breaks it. The tree maps paths to source text and is written
 * to a temporary folder, so that the test runs the real configuration on real files.
 */
async function violationsIn(tree: Record<string, string>): Promise<string[]> {
  const baseDir = await mkdtemp(join(tmpdir(), 'fanfare-import-rules-'));
  try {
    const files = { ...tree, 'package.json': JSON.stringify({ type: 'module', imports: manifest.imports }) };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(baseDir, path)), { recursive: true });
      await writeFile(join(baseDir, path), text);
    }
    const { options, forbidden } = config;
    const { enhancedResolveOptions, ...rest } = options;
    const ruleSet = { forbidden } as IFlattenedRuleSet;
    const cruiseOptions = { ...rest, baseDir, validate: true, ruleSet } as ICruiseOptions;
    const { output } = await cruise(Object.keys(tree), cruiseOptions, enhancedResolveOptions);
    return (output as ICruiseResult).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).sort();
  } finally {
    await rm(baseDir, { recursive: true, force: true });
  }
}

const dialog = 'export const AgeGate = 1;\n';
const user = (path: string) => `import { AgeGate } from '${path}';\nexport const used = AgeGate;\n`;

it('refuses a feature that imports the shell', async () => {
  expect(await violationsIn({ 'web/shell/gate.ts': dialog, 'web/pools/form.ts': user('#web/shell/gate.ts') })).toEqual([
    '7-feature-not-shell: web/pools/form.ts',
  ]);
});

it('refuses a lazy import of the shell, too', async () => {
  const lazy = "export const load = () => import('#web/shell/gate.ts');\n";
  expect(await violationsIn({ 'web/shell/gate.ts': dialog, 'web/chat/panel.ts': lazy })).toEqual([
    '7-feature-not-shell: web/chat/panel.ts',
  ]);
});

it('refuses a feature that imports another feature', async () => {
  expect(await violationsIn({ 'web/chat/gate.ts': dialog, 'web/pools/form.ts': user('#web/chat/gate.ts') })).toEqual([
    '7-feature-not-feature: web/pools/form.ts',
  ]);
});

it('lets a feature import the shared features, and a page import the shell', async () => {
  const tree = {
    'web/shell/frame.ts': dialog,
    'web/age/gate.ts': dialog,
    'web/pools/form.ts': user('#web/age/gate.ts'),
    'web/pages/pool-page.ts': `${user('#web/pools/form.ts').replaceAll('AgeGate', 'used').replace('const used', 'const page')}
import { AgeGate } from '#web/shell/frame.ts';
export const frame = AgeGate;
`,
  };
  expect(await violationsIn(tree)).toEqual([]);
});

it('refuses a cycle of types', async () => {
  const tree = {
    'web/pools/one.ts': "import type { Two } from './two.ts';\nexport type One = Two | 1;\nexport const one = 1;\n",
    'web/pools/two.ts': "import { one } from './one.ts';\nexport type Two = typeof one;\nexport const two = one;\n",
  };
  expect(await violationsIn(tree)).toEqual(['8-no-cycles: web/pools/one.ts']);
});

it('refuses a shared feature that imports another feature', async () => {
  expect(await violationsIn({ 'web/pools/form.ts': dialog, 'web/age/gate.ts': user('#web/pools/form.ts') })).toEqual([
    '7-shared-feature-not-feature: web/age/gate.ts',
  ]);
});
