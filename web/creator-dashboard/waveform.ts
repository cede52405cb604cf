/**
 * The loudness of `count` equal parts of a recording, from 0 to 100. The loudest part is 100, so that quiet recordings have a visible
 * waveform, too. Uses the root mean square, which follows perceived loudness better than single peaks.
 */
export function waveformOf(samples: Float32Array, count: number): number[] {
  const parts = Math.min(count, Math.max(1, samples.length));
  const loudness = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * samples.length) / parts);
    const to = Math.floor(((part + 1) * samples.length) / parts);
    let sum = 0;
    for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
    return Math.sqrt(sum / Math.max(1, to - from));
  });
  const loudest = Math.max(...loudness);
  return loudness.map((one) => (loudest > 0 ? Math.round((one / loudest) * 100) : 0));
}
