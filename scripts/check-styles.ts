import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rules of docs/decisions/0013-styles.md. Refuses sizes that are not on the scales of web/styles/tokens.css, the left and the right
 * of the screen where a page in a right-to-left language needs the start and the end, in scripts, too, and more style sheets than the limit.
 */

/** The lines of all style sheets in web/. What utilities say well does not belong in a sheet. */
const maxSheetLines = 3_000;

/** Multiples of the spacing unit, 4 px. */
const spacingSteps = ['0', '0.5', '1', '1.5', '2', '2.5', '3', '4', '5', '6', '8', '10', '12', '16', '20', '24'];

/** A length with a unit, such as 13px or 0.8rem. Grid fractions (1fr), angles and times do not match. */
const length = /\d(?:px|r?em|r?lh|ch|ex|pt|pc|cm|mm|in|q|[sdl]?v(?:w|h|i|b|min|max))(?![a-z\d-])/i;

/** An arbitrary value where a scale exists: text-[13px], p-[7px], text-[length:2em]. Width, height and position have none. */
const arbitraryValue =
  /(?<=["'`\s:!]-?)(?:text|(?:scroll-)?[mp][a-z]?|gap(?:-[xy])?|space-[xy]|rounded(?:-[a-z]{1,2})?)-\[([^\]\s]+)\]/g;
const spacingUtility = /(?<=["'`\s:!-])(?:[mp][a-z]?|gap(?:-[xy])?|space-[xy])-(\d+(?:\.\d+)?)(?=["'`\s!])/g;

const declaration = /(?<=[\s{;])([a-z-]+):\s*([^;{}]+);/g;

/** A comment that begins with this word, on the same line or the line above, permits left and right: `physical: a tick is drawn`. */
const physicalComment = /(?:\/\*|\/\/)\s*physical:/;

const physicalProperty =
  /^(?:(?:scroll-)?(?:margin|padding)-|border-)?(?:left|right)(?:-(?:width|style|color))?$|^border-(?:top|bottom)-(?:left|right)-radius$/;

/** Shorthands whose second and fourth values are the right and the left side. */
const sidesShorthand = /^(?:inset|(?:scroll-)?(?:margin|padding)|border-(?:width|style|color))$/;

/** Values that name a side, of properties whose names do not. `--forward` (styles/tokens.css) is the sign of a distance to the end. */
const physicalValues: readonly (readonly [property: RegExp, value: RegExp])[] = [
  [/^(?:text-align|float|clear)$/, /^(?:left|right)$/],
  [
    /^(?:transform-origin|perspective-origin|(?:background|mask|object)-position|background|mask)$/,
    /\b(?:left|right)\b/,
  ],
  [/^(?:background|mask)(?:-image)?$/, /\bto (?:(?:top|bottom) )?(?:left|right)\b|gradient\((?:90|270)deg/],
  [/^(?:transform|translate)$/, /translate(?:X|3d)?\((?!-50%)(?!0[,)])(?![^,)]*var\(--forward\))|^-?(?!0\b)[\d.]/],
  [/^box-shadow$/, /(?:^|,)\s*(?:inset\s+)?-?(?!0\b)\d/],
];

const physicalUtility =
  /(?<=["'`\s:!]-?)(?<!rtl:-?)(?:(?:scroll-)?[mp][lr]-(?:[\d[(]|auto|px)|(?:left|right)-(?:[\d[(]|auto|full|px)|(?:text|float|clear|(?:origin|object|bg)(?:-(?:top|bottom))?)-(?:left|right)(?![\w-])|(?:translate|scale|skew)-x-|(?:bg-(?:linear|gradient)|mask-linear)-to-(?:[tb]?[lr])(?![a-z])|mask-[lr]-|(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?![a-z]))[^"'`\s]*/g;

/** Keys and positions of the left and the right. A file that knows `forward()` of web/ui/direction.ts has thought of both directions. */
const physicalScript = /'Arrow(?:Left|Right)'|\b(?:scrollLeft|offsetLeft)\b|\bscroll(?:By|To)?\(\{ ?left\b/g;
const knowsDirection = /\bforward\(\)/;

/** The build turns :dir(rtl) into a list of languages, which says nothing about the page. */
const dirPseudoClass = /:dir\(/g;

/** An arbitrary property of a utility: [text-align:left]. */
const arbitraryProperty = /\[([a-z-]+):([^\]\s]+)\]/g;

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const stepsOutside = (value: string) =>
  [...value.matchAll(/--spacing\(-?([\d.]+)\)/g)].map(([, step = '']) => step).filter((n) => !spacingSteps.includes(n));

/** Replaces comments with spaces, so that lines keep their numbers. */
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

const useLogical = 'use the start or the end';

/** The values of a shorthand: `0 calc(1px + --spacing(2)) 0`. The radii behind a slash have the same order and are not read. */
const partsOf = (value: string) =>
  value.replace(/\s\/\s.*/s, '').match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** Returns the replacement if the declaration names the left or the right side, or treats the two sides differently. */
function physicalFaultOf(property: string, value: string): string | undefined {
  const [first, second = first, third = first, fourth = second] = partsOf(value);
  const isPhysical =
    physicalProperty.test(property) ||
    physicalValues.some(([properties, values]) => properties.test(property) && values.test(value)) ||
    (sidesShorthand.test(property) && second !== fourth) ||
    (property === 'border-radius' && (first !== second || third !== fourth));
  return isPhysical ? useLogical : undefined;
}

/** Whether the line, which counts from 1, or the line above it has a comment that permits left and right. */
const isPermitted = (lines: readonly string[], line: number) =>
  [lines[line - 1], lines[line - 2]].some((text = '') => physicalComment.test(text));

/** Returns one line for each declaration of a style sheet that names the left or the right side. */
export function physicalFaultsOfCss(css: string): string[] {
  const lines = css.split('\n');
  const text = withoutComments(css);
  const pseudoClasses = [...text.matchAll(dirPseudoClass)].map(
    ({ index }) => `${lineAt(text, index)}: :dir(): use :root[dir="rtl"]`,
  );
  const faults = [...text.matchAll(declaration)].flatMap(({ 1: property = '', 2: value = '', index }) => {
    const line = lineAt(text, index);
    const fault = isPermitted(lines, line) ? undefined : physicalFaultOf(property, value.trim());
    return fault ? [`${line}: ${property}: ${value.trim()}: ${fault}`] : [];
  });
  return [...pseudoClasses, ...faults];
}

/** Returns one line for each utility, key or position of a component or script that names the left or the right side. */
export function physicalFaultsOfComponent(source: string): string[] {
  const lines = source.split('\n');
  const isFault = ({ 1: property, 2: value = '' }: RegExpExecArray) =>
    property === undefined || physicalFaultOf(property, value.replaceAll('_', ' ')) !== undefined;
  const scripts = knowsDirection.test(source) ? [] : source.matchAll(physicalScript);
  return [...source.matchAll(physicalUtility), ...source.matchAll(arbitraryProperty), ...scripts].flatMap((match) => {
    const line = lineAt(source, match.index);
    return isFault(match) && !isPermitted(lines, line) ? [`${line}: ${match[0]}: ${useLogical}`] : [];
  });
}

/** Returns a fault if the style sheets together have more lines than the limit. */
export function faultsOfLength(sheets: readonly string[], limit = maxSheetLines): string[] {
  const lines = sheets.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
  return lines > limit
    ? [`web: ${lines} lines of style sheets, and the limit is ${limit}: use utilities or a look of web/ui`]
    : [];
}

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
  const text = withoutComments(css);
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
    if (length.test(value)) faults.push(`${lineAt(source, index)}: ${found}: use a step of a scale`);
  }
  for (const { 0: found, 1: property = '', 2: value = '', index } of source.matchAll(arbitraryProperty)) {
    const fault = faultOf(property, value.replaceAll('_', ' '));
    if (fault) faults.push(`${lineAt(source, index)}: ${found}: ${fault}`);
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
  const texts = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:css|tsx?)$/.test(name))
    .map((name) => ({ file: join('web', name), text: readFileSync(join('web', name), 'utf8') }));
  const faults = texts.flatMap(({ file, text }) => {
    const isSheet = file.endsWith('.css');
    const sizes = file === tokensFile ? [] : isSheet ? faultsOfCss(text, tokens) : faultsOfComponent(text);
    const physical = isSheet ? physicalFaultsOfCss(text) : physicalFaultsOfComponent(text);
    return [...sizes, ...physical].map((fault) => `${file}:${fault}`);
  });
  faults.push(...faultsOfLength(texts.filter(({ file }) => file.endsWith('.css')).map(({ text }) => text)));
  console.log(faults.join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
