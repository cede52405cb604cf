import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { pseudoMessage } from './pseudo.ts';

const render = (message: string, values = {}) =>
  setupI18n({ locale: 'en-XA', messages: { 'en-XA': { id: pseudoMessage(message) } } })._('id', values);

describe('a text in the pseudo-language', () => {
  it('has accents and brackets, and is longer by 40 %', () => {
    const text = render('Nothing is charged today.');
    expect(text).toMatch(/^\[Ñöţĥîñĝ îš çĥåŕĝéð ţöðåý\. .+\]$/);
    expect(text.length / 'Nothing is charged today.'.length).toBeCloseTo(1.45, 1);
  });

  it('is longer by 40 % than the longest form of a plural', () => {
    const text = render('{fans, plural, one {# fan backs this pool} other {# fans back this pool}}', { fans: 2 });
    expect(text.length / '2 fans back this pool'.length).toBeCloseTo(1.5, 1);
  });

  it('keeps values, plural forms and tags as they are', () => {
    const message = '<b>{name}</b> has {fans, plural, =0 {no fans} one {# fan} other {# fans}} <br/>.';
    expect(render(message, { name: 'Maya', fans: 0 })).toMatch(/^\[<b>Maya<\/b> ĥåš ñö fåñš <br\/>\./);
    expect(render(message, { name: 'Maya', fans: 1 })).toContain('1 fåñ <br/>');
    expect(render(message, { name: 'Maya', fans: 2 })).toContain('2 fåñš <br/>');
  });
});
