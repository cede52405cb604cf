import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsOfComponent, faultsOfCss } from './check-styles.ts';

const tokens = readFileSync('web/styles/tokens.css', 'utf8');
const css = (declaration: string) => faultsOfCss(`.a {\n  color: red;\n  ${declaration};\n}\n`, tokens);
const component = (className: string) => faultsOfComponent(`<p\n  className="flex ${className} grow"\n/>`);

test('tokens.css has a type scale of eight steps', () => {
  expect(tokens.match(/--text-\w+:/g)).toHaveLength(8);
});

describe('a style sheet', () => {
  test.each([
    'font-size: 13px',
    'font-size: 0.8125rem',
    'font-size: 0.9em',
    'font-size: clamp(1rem, 1rem + 1vw, 2rem)',
    'font-size: small',
    'font-size: var(--text-huge)',
    'font: 650 15px / 1.2 var(--font-text)',
    'padding: 7px',
    'padding: 0 1rem',
    'padding: 0\n    --spacing(7)',
    'margin-top: -2px',
    'margin: min(12dvh, --spacing(4)) auto',
    'gap: --spacing(3.5)',
    'border-radius: 10px',
    'border-radius: 0 4px 0 0',
    'border-radius: var(--radius-huge)',
  ])('may not say %s', (declaration) => {
    expect(css(declaration)).toEqual([expect.stringMatching(/^3: /)]);
  });

  test.each([
    'font-size: var(--text-sm)',
    'font-size: inherit',
    'font: inherit',
    'font: 650 var(--text-base) / 1.2 var(--font-text)',
    'padding: 0 --spacing(4)',
    'padding-bottom: calc(--spacing(4) + env(safe-area-inset-bottom))',
    'margin: 0 auto --spacing(-2.5)',
    'gap: --spacing(2) --spacing(16)',
    'border-radius: var(--radius-md) 50% 0 0',
    'width: 13px',
    'grid-template-columns: repeat(auto-fill, minmax(130px, 1fr))',
    '/* font-size: 13px; */ color: blue',
  ])('may say %s', (declaration) => {
    expect(css(declaration)).toEqual([]);
  });
});

describe('a component', () => {
  test.each([
    'text-[13px]',
    'md:text-[0.8125rem]',
    'text-[length:2em]!',
    'p-[7px]',
    '-left-[7px]',
    'max-w-[39.5em]',
    'min-h-[60dvh]',
    'min-[800px]:flex',
    'grid-cols-[minmax(0,1fr)_372px]',
    'shadow-[inset_0_0_0_1px_var(--line)]',
    'p-7',
    'md:-mt-3.5',
    'gap-x-9',
    'mb-4.5!',
  ])('may not say %s', (className) => {
    expect(component(className)).toEqual([expect.stringMatching(/^2: /)]);
  });

  test.each([
    'text-sm',
    'p-4',
    'md:-mt-2.5',
    'gap-x-0.5',
    'h-13.5',
    'max-w-text',
    'grid-cols-[minmax(0,1fr)_--spacing(75)]',
    'pb-[calc(--spacing(2.5)+env(safe-area-inset-bottom))]',
    '[&>p+p]:mt-4',
  ])('may say %s', (className) => {
    expect(component(className)).toEqual([]);
  });

  test('may hold a regular expression', () => {
    expect(faultsOfComponent('const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}$/i;')).toEqual([]);
  });
});
