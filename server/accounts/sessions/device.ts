import { verbatim } from '#contract/language/text.ts';
import type { Device } from '#contract/values/device-text.ts';

/** The order matters: most user agents also contain the names of browsers further down this list. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, verbatim('Samsung Internet')],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
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
  table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** Reads the device from a User-Agent header. */
export function deviceOf(userAgent: string): Device {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser || system) return { browser, system };
  // A program that is not a browser: "curl/8.5.0" becomes "curl".
  const program = /^([A-Za-z][\w.-]{0,30})\//.exec(userAgent)?.[1];
  return { browser: program && program !== 'Mozilla' ? program : null, system: null };
}
