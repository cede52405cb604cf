import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  faultsOfComponent,
  faultsOfCss,
  faultsOfLength,
  physicalFaultsOfComponent,
  physicalFaultsOfCss,
} from './check-styles.ts';

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
    '-ms-[7px]',
    'scroll-mt-[3em]',
    'max-md:gap-x-[0.5rem]',
    'rounded-[10px]',
    'rounded-t-[10px]',
    '[font-size:13px]',
    '[padding:0_7px]',
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
    'h-[301px]',
    '-start-[7px]',
    'max-w-[39.5em]',
    'min-h-[60dvh]',
    'min-[800px]:flex',
    'grid-cols-[minmax(0,1fr)_372px]',
    'shadow-[inset_0_-2px_0_var(--accent-edge)]',
    'text-[var(--badge)]',
    '[line-height:18px]',
  ])('may say %s', (className) => {
    expect(component(className)).toEqual([]);
  });

  test('may hold a regular expression', () => {
    expect(faultsOfComponent('const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}$/i;')).toEqual([]);
  });
});

describe('left and right', () => {
  const sheet = (line: string) => physicalFaultsOfCss(`.a {\n  color: red;\n  ${line}\n}\n`);
  const classes = (names: string) => physicalFaultsOfComponent(`<p\n  className="flex ${names} grow"\n/>`);

  test.each([
    'margin-left: auto;',
    'padding-right: --spacing(2);',
    'scroll-margin-left: 1px;',
    'left: 0;',
    'right: env(safe-area-inset-right);',
    'border-left: 1px solid;',
    'border-right-color: transparent;',
    'border-top-left-radius: 0;',
    'text-align: left;',
    'text-align: right;',
    'float: right;',
    'inset: 0 auto 0 0;',
    'padding: --spacing(1) calc(--spacing(2) + 1px) 0 --spacing(2);',
    'border-width: 0 2px 2px 0;',
    'border-radius: var(--radius-md) 0;',
    'border-radius: 0 50% 50% 0;',
    'transform: translateX(100%);',
    'transform: scale(2) translateX(-28px);',
    'translate: 4px 0;',
    'transform-origin: left;',
    'background-position: right 4px bottom;',
    'background: linear-gradient(to right, red, blue);',
    'mask-image: linear-gradient(90deg, red, blue);',
    'box-shadow: inset 3px 0 0 red;',
    'box-shadow: 0 1px red, -2px 0 red;',
  ])('may not be in a style sheet: %s', (line) => {
    expect(sheet(line)).toEqual([expect.stringMatching(/^3: /)]);
  });

  test.each([
    'margin-inline-start: auto;',
    'inset-inline-end: 0;',
    'inset: auto 10px 10px;',
    'inset: 0 auto 0 auto;',
    'padding: 0 --spacing(4) --spacing(2);',
    'padding: 0 calc(1px + --spacing(2)) 0 calc(1px + --spacing(2));',
    'border-start-start-radius: 0;',
    'border-radius: var(--radius-2xl) var(--radius-2xl) 0 0;',
    'text-align: end;',
    'transition: left 1s;',
    '/* physical: a tick is the same in every language */ border-width: 0 2px 2px 0;',
    '/* physical: a tick is the same in every language */\n  border-width: 0 2px 2px 0;',
    'animation: from-left 1s;',
    'transform: translateY(-4px) scale(0.9);',
    'transform: translateX(-50%);',
    'transform: translateX(calc(100% * var(--forward)));',
    'translate: 0 4px;',
    'transform-origin: top;',
    'background: linear-gradient(to bottom, red, blue);',
    'box-shadow: inset calc(3px * var(--forward)) 0 0 red;',
    'box-shadow: 0 0 0 1px red, inset 0 -2px 0 red;',
  ])('does not apply to a style sheet that says %s', (line) => {
    expect(sheet(line)).toEqual([]);
  });

  test.each([
    'ml-2',
    '-mr-2',
    'md:pl-[3px]',
    'pr-auto!',
    'scroll-ml-4',
    'left-0',
    '-left-2.5',
    'md:right-(--x)',
    'right-1/2',
    'text-left',
    'max-md:text-right!',
    'float-left',
    'border-l',
    'hover:border-r-2',
    'border-l-line',
    'rounded-l',
    'rounded-tr-md',
    'rounded-br-none',
    'translate-x-2',
    '-translate-x-1/2',
    '-scale-x-100',
    'origin-left',
    'origin-top-right',
    'object-left',
    'bg-linear-to-r',
    'bg-gradient-to-bl',
    'mask-r-from-50%',
    '[text-align:left]',
    '[transform:translateX(4px)]',
    'md:[inset:0_auto_0_0]',
  ])('may not be in a component: %s', (names) => {
    expect(classes(names)).toEqual([expect.stringMatching(/^2: /)]);
  });

  test.each([
    'ms-2',
    '-me-2',
    'ps-4',
    'start-0',
    'end-2',
    'text-start',
    'border-s',
    'rounded-s-md',
    'rounded-lg',
    'border-line',
    'inset-x-0',
    'time-left',
    '-translate-y-1/2',
    'origin-top',
    'bg-linear-to-b',
    'mask-b-from-60%',
    'rtl:-scale-x-100',
    'rtl:origin-right',
    '[&>p]:mt-4',
  ])('does not apply to the class %s', (names) => {
    expect(classes(names)).toEqual([]);
  });

  test('the build does not keep the pseudo-class for directions', () => {
    expect(physicalFaultsOfCss('.a {\n  &:dir(rtl) {\n    color: red;\n  }\n}\n')).toEqual([
      expect.stringMatching(/^2: :dir\(\)/),
    ]);
  });

  test.each([
    "if (key === 'ArrowLeft') go(-1);",
    'list.scrollBy({ left: 300 });',
    'list.scrollTo({left: 0 });',
    'list.scrollLeft += 300;',
    'const x = entry.offsetLeft;',
  ])('may not be in a script: %s', (line) => {
    expect(physicalFaultsOfComponent(`\n${line}`)).toEqual([expect.stringMatching(/^2: /)]);
  });

  test.each([
    'list.scrollBy({ left: 300 * forward() });',
    "<ArrowLeft /> // import { ArrowLeft } from 'lucide-react'",
    'list.scrollTo({ top: 0 });',
    "// physical: the keys of a player\nif (key === 'ArrowLeft') seek(-5);",
  ])('does not apply to a script that says %s', (line) => {
    expect(physicalFaultsOfComponent(line)).toEqual([]);
  });

  test('may be in a component after a comment that says why', () => {
    const element = '<p\n  // physical: the seek bar follows the film\n  className="left-0"\n/>';
    expect(physicalFaultsOfComponent(element)).toEqual([]);
  });
});

test('all style sheets together stay below a limit', () => {
  expect(faultsOfLength(['a {\n}\n', 'b {\n}\n'], 4)).toEqual([]);
  expect(faultsOfLength(['a {\n}\n', 'b {\n\n}\n'], 4)).toEqual([expect.stringContaining('5 lines')]);
});
