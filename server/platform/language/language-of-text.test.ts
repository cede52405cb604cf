import { describe, expect, it } from 'vitest';
import { fileOf, readTranslations } from '../../../scripts/language/po-files.ts';
import { languageOfText } from './language-of-text.ts';

// cspell:disable

it.each([
  ['en', 'I would love to hear this song with only a guitar and your voice.'],
  ['de', 'Ein Lied über das Meer, bitte nur mit Gitarre und Stimme.'],
  ['es', 'Me encantaría escuchar esta canción solo con guitarra y voz.'],
  ['fr', 'J’aimerais beaucoup entendre cette chanson avec une guitare.'],
  ['pt', 'Eu adoraria ouvir essa música só com violão e voz.'],
  ['it', 'Vorrei tanto ascoltare questa canzone solo con la chitarra.'],
  ['nl', 'Ik zou dit lied heel graag horen met alleen een gitaar.'],
  ['pl', 'Chciałbym usłyszeć tę piosenkę tylko z gitarą i głosem.'],
  ['ru', 'Хочу услышать эту песню под гитару.'],
  ['uk', 'Хочу почути цю пісню під гітару, будь ласка.'],
  ['ar', 'أريد أن أسمع هذه الأغنية مع الغيتار فقط.'],
  ['ja', 'この曲をギターだけで歌ってください。'],
  ['ko', '이 노래를 기타로만 불러 주세요.'],
])('finds %s', async (language, text) => {
  expect(await languageOfText(text)).toBe(language);
});

describe('is not certain about', () => {
  it.each([
    ['no text', ''],
    [
      'Chinese, whose letters are traditional or simplified',
      '請用吉他伴奏唱一首關於大海的歌，謝謝。請用吉他伴奏唱一首關於大海的歌。',
    ],
    ['a few words', 'Ein Lied über das Meer'],
    ['addresses', 'https://example.org/ein/lied/ueber/das/meer?mit=gitarre www.example.org/und/stimme'],
    ['numbers and signs', '12345 67890 — 2026-11-30 — !!! ??? (100 %) 🎸🎸🎸🎸'],
    ['no words', 'aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii'],
    ['names', 'lofi beats chill mix vol 3 remix feat. DJ Koko 2026'],
  ])('%s', async (_what, text) => {
    expect(await languageOfText(text)).toBeNull();
  });
});

it.each(['de', 'es', 'fr', 'pt-BR', 'ar', 'ja'] as const)('knows our own long sentences in %s', async (locale) => {
  const texts = readTranslations(fileOf(locale))
    .map(({ text }) => text)
    .filter((text) => text.length >= (locale === 'ja' ? 40 : 80) && !/[{<]/.test(text));
  const found = await Promise.all(texts.map(languageOfText));
  const right = found.filter((language) => language === locale.slice(0, 2)).length;
  expect(texts.length).toBeGreaterThan(30);
  expect(right / texts.length).toBeGreaterThan(0.98);
});
