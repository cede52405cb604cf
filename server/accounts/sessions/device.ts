import { type Text, t, verbatim } from '#contract/language/text.ts';

/** The order matters: most user agents also contain the names of browsers further down this list. */
const browsers: readonly [RegExp, Text][] = [
  [/\bEdg(?:e|A|iOS)?\//, verbatim('Edge')],
  [/\bOPR\/|\bOpera\b/, verbatim('Opera')],
  [/\bSamsungBrowser\//, verbatim('Samsung Internet')],
  [/\bVivaldi\//, verbatim('Vivaldi')],
  [/\b(?:Firefox|FxiOS)\//, verbatim('Firefox')],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, verbatim('Chrome')],
  [/\bVersion\/[\d.]+.* Safari\//, verbatim('Safari')],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const find = (table: readonly [RegExp, string][], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Describes a user agent as text, such as "Firefox on Linux". */
export function deviceOf(userAgent: string): Text {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser && system) return t`${{ browser }} on ${{ system }}`;
  if (browser) return verbatim(browser);
  if (system) return t`A browser on ${{ system }}`;
  // A program that is not a browser: "curl/8.5.0" becomes "curl".
  const program = /^([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1];
  return program && program !== 'Mozilla' ? verbatim(program) : t`Unknown device`;
}
