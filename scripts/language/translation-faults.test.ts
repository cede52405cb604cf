import { describe, expect, it } from 'vitest';
import { faultsOfTranslation, warningsOfTranslation } from './translation-faults.ts';

// cspell:disable

const backs = '{fans, plural, =0 {No one backs} one {# fan backs} other {# fans back}} “{title}”.';
const terms = 'Read <terms>the terms</terms> first. <when/>';

describe('the check of translations', () => {
  it.each([
    [
      'de',
      backs,
      '{fans, plural, =0 {Niemand unterstützt} one {Ein Fan unterstützt} other {# Fans unterstützen}} „{title}“.',
    ],
    ['de', backs, '{fans, plural, one {„{title}“ hat # Fan.} other {„{title}“ hat # Fans.}}'],
    ['ja', backs, '「{title}」を{fans, plural, other {#人が支援しています}}。'],
    [
      'fr',
      backs,
      '{fans, plural, =0 {Personne ne soutient} =1 {Un fan soutient} one {# fan soutient} other {# fans soutiennent}} «\u202f{title}\u202f».',
    ],
    [
      'fr',
      backs,
      '{fans, plural, one {# fan soutient} many {# de fans soutiennent} other {# fans soutiennent}} «\u202f{title}\u202f».',
    ],
    [
      'ar',
      backs,
      '{fans, plural, zero {لا أحد} one {معجب} two {معجبان} few {# معجبين} many {# معجبًا} other {# معجب}} \u200f{title}',
    ],
    ['ar', '{more, plural, other {Show # more}}', '{more, plural, other {اعرض # أخرى}}'],
    ['de', terms, '<when/> Lies zuerst <terms>die Bedingungen</terms>.'],
    ['de', '{total, plural, other {upheld}}', '{total, plural, one {bestätigter} other {bestätigte}}'],
    ['fr', 'On', 'Activé'],
    ['fr', 'It’s open for {name}', 'C’est ouvert pour l’équipe de {name}'],
    ['de', 'Open', 'Open'],
  ])('accepts %s: %s → %s', (locale, message, text) => {
    expect(faultsOfTranslation(locale, message, text)).toEqual([]);
  });

  it.each([
    ['fr', 'Revoke “{name}”?', 'Révoquer «\u202f{name}\u202f» ?', /U\+202F/],
    ['fr', 'Revoke “{name}”?', 'Révoquer « {name} »\u202f?', /U\+202F/],
    ['fr', 'Your card', 'Votre carte', /formal/],
    ['es', 'You pay', 'Usted paga', /formal/],
    ['ja', 'Your account', 'あなたのアカウント', /あなた/],
  ])('refuses what the glossary forbids in %s: %s → %s', (locale, message, text, fault) => {
    expect(faultsOfTranslation(locale, message, text)).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    ['a missing value', '{fans, plural, one {# Fan} other {# Fans}}.', '{title} is missing (fans: one)'],
    [
      'a value that one form lacks',
      '{fans, plural, one {# Fan} other {# Fans: {title}}}.',
      '{title} is missing (fans: one)',
    ],
    ['a renamed value', '{fans, plural, one {# Fan} other {# Fans}} {titel}.', '{titel} is not in the English'],
    ['a value in quotes', "{fans, plural, one {# Fan} other {# Fans}} '{title}'.", '{title} is missing (fans: one)'],
    ['a count without forms', '{fans} Fans: {title}', '{fans} needs plural forms'],
    ['a value as a count', '{title, plural, one {# Fan} other {# Fans}}', '{title} is not a count'],
    ['a form that is missing', '{fans, plural, other {# Fans}} {title}', '{fans} lacks the form "one"'],
    ['no general form', '{fans, plural, one {# Fan}} {title}', '{fans} lacks the form "other"'],
    [
      'a form too many',
      '{fans, plural, one {#} few {#} other {#}} {title}',
      '{fans} has the form "few", which the language lacks',
    ],
    ['no number', '{fans, plural, one {#} other {Fans}} {title}', 'the number "#" is missing (fans: other)'],
    ['braces that are not closed', '{fans, plural, one {#} other {#}} {title', /^not ICU MessageFormat: /],
    ['a choice', '{fans, plural, one {#} other {#}} {title, select, other {x}}', /neither a value nor a plural/],
    [
      'a text that ends with a space',
      '{fans, plural, one {#} other {#}} {title} ',
      'spaces at the beginning or the end',
    ],
    ['an override of the direction', '{fans, plural, one {#} other {#}} \u202e{title}', /changes the direction/],
    ['an isolate', '{fans, plural, one {#} other {#}} \u2066{title}', /changes the direction/],
    ['a line break', '{fans, plural, one {#} other {#}}\n{title}', 'a control character'],
    ['a null character', '{fans, plural, one {#} other {#}}\u0000{title}', 'a control character'],
    [
      'a tag',
      '{fans, plural, one {#} other {#}} <b>{title}</b>',
      'other tags than in the English: it has none (fans: one)',
    ],
    ['HTML', '{fans, plural, one {#} other {#}} <img src=x> {title}', '"<" that is not the beginning of a tag'],
  ])('finds %s', (_name, text, fault) => {
    expect(faultsOfTranslation('de', backs, text)).toContainEqual(
      typeof fault === 'string' ? fault : expect.stringMatching(fault),
    );
  });

  it.each([
    ['a tag is missing', 'Lies zuerst die Bedingungen. <when/>', /^other tags/],
    ['a tag is renamed', 'Lies <begriffe>die Bedingungen</begriffe>. <when/>', /^other tags/],
    ['a tag is not closed', 'Lies <terms>die Bedingungen<terms>. <when/>', /^other tags/],
    [
      'tags are in the wrong order',
      'Lies </terms>die Bedingungen<terms>. <when/>',
      /^<\/terms> closes a tag that is not open/,
    ],
    ['an element becomes a tag', 'Lies <terms>die Bedingungen</terms>. <when>', /^other tags/],
  ])('finds that %s', (_name, text, fault) => {
    expect(faultsOfTranslation('de', terms, text)).toContainEqual(expect.stringMatching(fault));
  });

  it('requires the number where a form is for several', () => {
    const french = (one: string) => `{fans, plural, ${one} other {# fans}} {title}`;
    expect(faultsOfTranslation('fr', backs, french('one {un fan}'))).toEqual(['the number "#" is missing (fans: one)']);
    expect(faultsOfTranslation('fr', backs, french('=0 {aucun fan} one {un fan}'))).toEqual([]);
  });

  it('requires all forms of a language with many', () => {
    expect(faultsOfTranslation('ar', backs, '{fans, plural, one {x} other {#}} {title}')).toEqual([
      '{fans} lacks the form "zero"',
      '{fans} lacks the form "two"',
      '{fans} lacks the form "few"',
      '{fans} lacks the form "many"',
    ]);
  });

  it('finds labels that are too long', () => {
    expect(faultsOfTranslation('de', 'Close', 'Dieses Fenster schließen')).toEqual([
      'longer than 15 characters: it is a label',
    ]);
  });

  it('warns of sentences that stayed English', () => {
    expect(warningsOfTranslation('Nothing is charged today.', 'Nothing is charged today.')).toHaveLength(1);
    expect(warningsOfTranslation('Open', 'Open')).toEqual([]);
    expect(warningsOfTranslation('Nothing is charged today.', 'Heute wird nichts abgebucht.')).toEqual([]);
  });
});
