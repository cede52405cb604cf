import { describe, expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

// cspell:ignore ÁLVAREZ ＭＡＹＡ

describe('the comparison key of a name', () => {
  it('is the same however the name is written', () => {
    expect(nameKey('  José  ÁLVAREZ-Ruiz ')).toBe(nameKey('jose alvarez ruiz'));
    expect(nameKey('ＭＡＹＡ')).toBe('maya');
  });

  it('keeps other scripts and is empty for punctuation', () => {
    expect(nameKey('宇多田')).toBe('宇多田');
    expect(nameKey('*** !')).toBe('');
  });
});
