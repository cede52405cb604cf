import { expect, it } from 'vitest';
import { waveformOf } from './waveform.ts';

it('scales the loudness of each part to the loudest one', () => {
  const samples = Float32Array.from([0, 0, 0.2, -0.2, 0.4, 0.4, -0.1, 0.1]);
  expect(waveformOf(samples, 4)).toEqual([0, 50, 100, 25]);
});

it('shows silence as zeros, and a short recording with fewer parts', () => {
  expect(waveformOf(new Float32Array(8), 2)).toEqual([0, 0]);
  expect(waveformOf(Float32Array.from([0.5, 0.5]), 120)).toEqual([100, 100]);
  expect(waveformOf(new Float32Array(0), 120)).toEqual([0]);
});
