import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Refuses sizes that are not on the scales of web/styles/tokens.css (docs/decisions/0013-styles.md). */

/** Multiples of the spacing unit, 4 px. */
const spacingSteps = ['0', '0.5', '1', '1.5', '2', '2.5', '3', '4', '5', '6', '8', '10', '12', '16', '20', '24'];

/** A length with a unit, such as 13px or 0.8rem. Grid fractions (1fr), angles and times do not match. */
const length = /\d(?:px|r?em|r?lh|ch|ex|pt|pc|cm|mm|in|q|[sdl]?v(?:w|h|i|b|min|max))(?![a-z\d-])/i;

/** An arbitrary value of a utility: text-[13px], p-[7px], min-[800px]:, text-[length:2em]. */
const arbitraryValue = /(?<=[\w-])-\[([^\]\s]+)\]/g;
const spacingUtility = /(?<=["'`\s:!-])(?:[mp][a-z]?|gap(?:-[xy])?|space-[xy])-(\d+(?:\.\d+)?)(?=["'`\s!])/g;

const declaration = /(?<=[\s{;])([a-z-]+):\s*([^;{}]+);/g;

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const stepsOutside = (value: string) =>
  [...value.matchAll(/--spacing\(-?([\d.]+)\)/g)].map(([, step = '']) => step).filter((n) => !spacingSteps.includes(n));

/** Returns the replacement, or undefined if the value of the property is allowed. */
function faultOf(property: string, value: string): string | undefined {
  const isWithout = (pattern: RegExp) => !pattern.test(value) && value !== 'inherit';
  if (property === 'font-size' && isWithout(/^var\(--text-\w+\)$/)) return 'use var(--text-…)';
  if (property === 'font' && isWithout(/ var\(--text-\w+\) \//)) return 'use var(--text-…) for the size';
  if (/^(?:padding|margin)|gap$/.test(property)) {
    if (length.test(value)) return 'use --spacing(…)';
    if (stepsOutside(value).length > 0) return `use a step of ${spacingSteps.join(', ')}`;
  }
  if (/radius$/.test(property) && length.test(value)) return 'use var(--radius-…)';
  return undefined;
}

/** Returns one line for each size in a style sheet that is not on a scale, and for each step of a scale that does not exist. */
export function faultsOfCss(css: string, tokens: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const faults: string[] = [];
  for (const { 1: property = '', 2: value = '', index } of text.matchAll(declaration)) {
    if (property.startsWith('--')) continue;
    const missing = [...value.matchAll(/--(?:text|radius)-\w+/g)].find(([name]) => !tokens.includes(`${name}:`));
    const fault = missing ? `${missing[0]} does not exist` : faultOf(property, value.trim());
    if (fault) faults.push(`${lineAt(text, index)}: ${property}: ${value.trim()}: ${fault}`);
  }
  return faults;
}

/** Returns one line for each arbitrary size, and for each spacing that is not on the scale, in a component. */
export function faultsOfComponent(source: string): string[] {
  const faults: string[] = [];
  for (const { 0: found, 1: value = '', index } of source.matchAll(arbitraryValue)) {
    if (length.test(value))
      faults.push(`${lineAt(source, index)}: …${found}: use a step of a scale or the style sheet`);
  }
  for (const { 0: found, 1: step = '', index } of source.matchAll(spacingUtility)) {
    if (!spacingSteps.includes(step))
      faults.push(`${lineAt(source, index)}: ${found}: use a step of ${spacingSteps.join(', ')}`);
  }
  return faults;
}

if (import.meta.main) {
  const tokensFile = 'web/styles/tokens.css';
  const tokens = readFileSync(tokensFile, 'utf8');
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((name) => join('web', name));
  const faults = files.flatMap((file) => {
    if (file === tokensFile || !/\.(?:css|tsx?)$/.test(file)) return [];
    const text = readFileSync(file, 'utf8');
    return (file.endsWith('.css') ? faultsOfCss(text, tokens) : faultsOfComponent(text)).map(
      (fault) => `${file}:${fault}`,
    );
  });
  console.log(faults.join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
