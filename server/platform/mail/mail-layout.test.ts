import { expect, it } from 'vitest';
import { t, verbatim } from '#contract/language/text.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { languageOf } from '#testing/language.ts';
import { renderMail } from './mail-layout.ts';

const content = () => ({
  brandName: 'Fanfare',
  publicUrl: 'https://fanfare.example',
  heading: t`Close`,
  paragraphs: [verbatim('Hello')],
  facts: [[verbatim('Amount'), verbatim('$5')]] as [ReturnType<typeof verbatim>, ReturnType<typeof verbatim>][],
});

it('lays an email out from right to left in Arabic, also in programs that drop the attributes of the document', () => {
  const arabic = { ...languageOf(() => 'إغلاق'), locale: 'ar' as const };
  const { html, text } = inLanguage(arabic, () => renderMail(content()));
  expect(text).toMatch(/^إغلاق\n/);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<table role="presentation" class="page" dir="rtl"');
  expect(html).toContain('<td align="left"');
  expect(html).toContain('padding-left:10px');
  expect(html).not.toMatch(/align="right"|padding-right/);
});

it('leaves English as it is', () => {
  const { html } = renderMail(content());
  expect(html).toContain('<html lang="en"><head>');
  expect(html).not.toMatch(/dir=|align="left"|padding-left/);
});
