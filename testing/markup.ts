import { HtmlValidate } from 'html-validate';

/** Rules of the HTML standard, of accessibility and of whole documents. React writes the markup, so rules of style are left out. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Our listboxes belong to comboboxes: they show pictures and filter by the text in their field, which a <select> cannot do.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Our scripts and styles have the same origin as the page, so a hash adds no protection.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Search forms answer while the visitor types. Other forms get their submit button after hydration, because the browser itself would
    // send them before.
    'wcag/h32': 'off',
  },
});

/** The errors that html-validate finds in a page, one line each. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
