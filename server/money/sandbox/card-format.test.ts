import { describe, expect, test } from 'vitest';
import { formatCardNumber, formatExpiry, type Typed } from './card-format.ts';

/** "42|" is the text "42" with the caret behind it. */
function typed(marked: string): Typed {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') };
}
const marked = ({ text, caret }: Typed) => `${text.slice(0, caret)}|${text.slice(caret)}`;
const number = (text: string) => marked(formatCardNumber(typed(text)));
const expiry = (text: string) => marked(formatExpiry(typed(text)));

describe('a card number', () => {
  test.each([
    ['|', '|'],
    ['4242|', '4242|'],
    ['42424|', '4242 4|'],
    ['4242424242424242|', '4242 4242 4242 4242|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['4242-4242 4242.4242|', '4242 4242 4242 4242|'],
    ['41242 42|', '4124 242|'],
    // A digit typed in the middle keeps the caret behind it.
    ['42942| 4242', '4294 2|424 2'],
    ['|4242', '|4242'],
    ['42424242424242424242999|', '4242 4242 4242 4242 424|'],
  ])('typed as %s reads %s', (input, output) => expect(number(input)).toBe(output));

  test('stays the same when it is formatted again', () => {
    const once = formatCardNumber(typed('37828224|6310005'));
    expect(formatCardNumber(once)).toEqual(once);
  });
});

describe('an expiry date', () => {
  test.each([
    ['|', '|'],
    ['1|', '1|'],
    ['12|', '12|'],
    ['123|', '12 / 3|'],
    ['1234|', '12 / 34|'],
    ['3|', '03|'],
    ['1/|', '01|'],
    ['1/34|', '01 / 34|'],
    ['12/34|', '12 / 34|'],
    ['12/2034|', '12 / 34|'],
    ['12 / 345|', '12 / 34|'],
    // Deleting back over the separator leaves the month.
    ['12 / |', '12|'],
  ])('typed as %s reads %s', (input, output) => expect(expiry(input)).toBe(output));
});
