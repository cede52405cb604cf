import { expect, it } from 'vitest';
import { excerptAround } from './excerpt-around.ts';

// cspell:ignore alles

const long = 'A long sentence about boats that says nothing for a while, and then the harbour';

it('begins shortly before the first word that was found', () => {
  expect(excerptAround(long, 'harbour')).toBe('…and then the harbour');
  expect(excerptAround(long, 'boats harbour')).toBe(
    '…sentence about boats that says nothing for a while, and then the harbour',
  );
});

it('returns the whole text if the word is near its start, or only the server finds it', () => {
  expect(excerptAround('The harbour\nand  more', 'HARBOUR')).toBe('The harbour and more');
  expect(excerptAround(long, 'nowhere')).toBe(long);
});

it('finds words without accents, after characters that change their length', () => {
  expect(excerptAround('ﬁﬁﬁﬁﬁﬁﬁﬁﬁﬁ ﬁﬁﬁﬁ 👋 Café über alles', 'cafe')).toContain('Café über');
});
