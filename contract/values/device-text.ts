import { type Text, t, verbatim } from '#contract/language/text.ts';

/** The program that opened a session, as far as its User-Agent header says. */
export interface Device {
  /** "Firefox", or the name of another program, such as "curl". */
  browser: string | null;
  /** "Linux". */
  system: string | null;
}

/** The name of a device: "Firefox on Linux". */
export function deviceText({ browser, system }: Device): Text {
  if (browser && system) return t`${{ browser }} on ${{ system }}`;
  if (browser) return verbatim(browser);
  return system ? t`A browser on ${{ system }}` : t`Unknown device`;
}
