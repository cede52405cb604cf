import { describe, expect, it } from 'vitest';
import { attachment, safeContentType, safeFileName } from './upload-names.ts';

// cspell:ignore evilgnp Käse

describe('upload names', () => {
  it.each([
    ['holiday.mp4', 'holiday.mp4'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\clip.mov', 'clip.mov'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
    ['evil\u202Egnp.exe', 'evilgnp.exe'],
    ['..', 'file'],
    ['', 'file'],
    [null, 'file'],
    ['Käse 日本.webp', 'Käse 日本.webp'],
  ])('turn %j into %j', (given, name) => {
    expect(safeFileName(given)).toBe(name);
  });

  // Backtracking over this text would take hours.
  it('shorten a very long name but keep its extension', () => {
    const name = safeFileName(`${'.'.repeat(4_000_000)}a.mp4`);
    expect(name).toBe('a.mp4');
    expect(safeFileName(`${'a'.repeat(4_000_000)}.mp4`)).toBe(`${'a'.repeat(196)}.mp4`);
  });

  it('keep their extension when they are shortened', () => {
    const name = safeFileName(`${'x'.repeat(400)}.mp4`);
    expect(name).toHaveLength(200);
    expect(name.endsWith('.mp4')).toBe(true);
  });

  it('fall back to a generic content type if the given one is not plain', () => {
    expect(safeContentType('Video/MP4; codecs=x')).toBe('video/mp4');
    expect(safeContentType('image/svg+xml')).toBe('image/svg+xml');
    expect(safeContentType('text/html\r\nX: y')).toBe('application/octet-stream');
    expect(safeContentType(undefined)).toBe('application/octet-stream');
  });

  it('are escaped in the Content-Disposition header', () => {
    expect(attachment(`it's "ok" 日.png`)).toBe(
      `attachment; filename="it's _ok_ _.png"; filename*=UTF-8''it%27s%20%22ok%22%20%E6%97%A5.png`,
    );
  });
});
