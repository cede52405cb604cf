import { HtmlValidate } from 'html-validate';

/** Rules of the HTML standard, of accessibility and of whole documents. Matters of style are left to React, which writes the markup. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Lists of people and creators show pictures and follow what is typed into their field, which no <select> does.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Scripts and styles come from our own origin, as the page does: a hash would protect nothing.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Search forms answer while one types. Others get their submit button once the page is alive: before, the browser itself would send them.
    'wcag/h32': 'off',
  },
});

/** What html-validate finds in a page, a line each. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
