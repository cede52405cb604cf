import { describe, expect, it } from 'vitest';
import { attachment, safeContentType, safeFileName } from './upload-names.ts';

// cspell:ignore evilgnp Käse

describe('names of uploads', () => {
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
  ])('%s becomes %s', (given, name) => {
    expect(safeFileName(given)).toBe(name);
  });

  it('long names keep their ending', () => {
    const name = safeFileName(`${'x'.repeat(400)}.mp4`);
    expect(name).toHaveLength(200);
    expect(name.endsWith('.mp4')).toBe(true);
  });

  it('only plain types are believed', () => {
    expect(safeContentType('Video/MP4; codecs=x')).toBe('video/mp4');
    expect(safeContentType('image/svg+xml')).toBe('image/svg+xml');
    expect(safeContentType('text/html\r\nX: y')).toBe('application/octet-stream');
    expect(safeContentType(undefined)).toBe('application/octet-stream');
  });

  it('the header holds any name without breaking', () => {
    expect(attachment(`it's "ok" 日.png`)).toBe(
      `attachment; filename="it's _ok_ _.png"; filename*=UTF-8''it%27s%20%22ok%22%20%E6%97%A5.png`,
    );
  });
});
