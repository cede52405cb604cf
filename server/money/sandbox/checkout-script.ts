import { formatCardNumber, formatExpiry } from './card-format.ts';

/**
 * The script of the hosted page: formats the card number and the expiry date while the customer types or pastes, and keeps the security
 * code to digits. Without it the form works the same, because the server accepts any spacing.
 */
export const checkoutScript = `'use strict';
const format = {
  cardNumber: ${formatCardNumber},
  expiry: ${formatExpiry},
  cvc: ({ text, caret }) => ({
    text: text.replaceAll(/\\D/g, '').slice(0, 4),
    caret: Math.min(text.slice(0, caret).replaceAll(/\\D/g, '').length, 4),
  }),
};
for (const [name, formatted] of Object.entries(format)) {
  const field = document.getElementById(name);
  field?.addEventListener('input', (event) => {
    // An input method composes its text itself.
    if (event.isComposing) return;
    const { value } = field;
    const next = formatted({ text: value, caret: field.selectionStart ?? value.length });
    if (next.text === value) return;
    field.value = next.text;
    if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
  });
}
`;
