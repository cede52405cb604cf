import { describe, expect, it } from 'vitest';
import type { ContentFile } from '#contract/delivery.ts';
import { readingMinutes, sortFiles, titleOf } from './content-files.ts';

const file = (name: string, kind: ContentFile['kind']): ContentFile => ({
  ...{
    id: name,
    name,
    kind,
    contentType: `${kind}/any`,
    sizeBytes: 1,
    url: `/${name}`,
    previewUrl: null,
    durationMs: null,
  },
  peaks: null,
  public: false,
});

describe('files of a delivery', () => {
  it('gives captions to the video of the same name', () => {
    const { videos, others } = sortFiles([
      file('one.mp4', 'video'),
      file('two.webm', 'video'),
      file('one.vtt', 'captions'),
      file('two.de.vtt', 'captions'),
      file('three.vtt', 'captions'),
    ]);
    expect(videos.map(({ captions }) => captions)).toEqual([
      [{ src: '/one.vtt', label: 'English', language: 'en' }],
      [{ src: '/two.de.vtt', label: 'German', language: 'de' }],
    ]);
    expect(others.map(({ name }) => name)).toEqual(['three.vtt']);
  });

  it('gives captions to the video with the longest name that fits', () => {
    const { videos } = sortFiles([
      file('film.mp4', 'video'),
      file('film.part2.mp4', 'video'),
      file('film.part2.vtt', 'captions'),
    ]);
    expect(videos.map(({ captions }) => captions.map(({ src }) => src))).toEqual([[], ['/film.part2.vtt']]);
  });

  it('gives captions of any name to the only video', () => {
    const { videos, others } = sortFiles([file('film.mp4', 'video'), file('words.fr.vtt', 'captions')]);
    expect(videos[0]?.captions.map(({ label }) => label)).toEqual(['French']);
    expect(others).toEqual([]);
  });

  it('lists captions without a video beside documents', () => {
    const { others } = sortFiles([
      file('words.vtt', 'captions'),
      file('notes.pdf', 'document'),
      file('a.mp3', 'audio'),
    ]);
    expect(others.map(({ name }) => name)).toEqual(['words.vtt', 'notes.pdf']);
  });
});

it('names a recording by its file without the ending', () => {
  expect([titleOf(file('Track 1. Kettle.mp3', 'audio')), titleOf(file('plain', 'audio'))]).toEqual([
    'Track 1. Kettle',
    'plain',
  ]);
});

it('estimates reading time in whole minutes', () => {
  expect([readingMinutes('one two'), readingMinutes('word '.repeat(660))]).toEqual([1, 3]);
});
