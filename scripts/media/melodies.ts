/** Small pieces of music, synthesized with plucked strings. Everything is computed, so anyone may use the recordings. */

export const sampleRate = 44_100;

export interface Piece {
  file: string;
  beatsPerMinute: number;
  /** Notes as `midi:beats`; `-` is a rest. */
  melody: string;
  /** One chord per bar, as MIDI numbers: the bass note comes first and is played on the first beat, the others after it. */
  chords: readonly (readonly number[])[];
  beatsPerBar: 3 | 4;
}

const chord = (bass: number, ...rest: number[]) => [bass, ...rest];
const [C, F, G, Am, Dm, Em] = [
  chord(48, 64, 67, 72),
  chord(41, 65, 69, 72),
  chord(43, 62, 67, 71),
  chord(45, 64, 69, 72),
  chord(50, 65, 69, 74),
  chord(40, 64, 67, 71),
];

/** February is a waltz because it comes up short. */
const february: Piece = {
  file: 'february-waltz',
  beatsPerMinute: 132,
  beatsPerBar: 3,
  chords: [C, Am, F, G, C, Am, Dm, G, Em, Am, F, C, Dm, G, C, C],
  melody:
    '76:2 79:1 81:2 79:1 77:1 76:1 74:1 74:3 76:2 79:1 84:2 81:1 77:1 81:1 79:1 74:3 79:2 83:1 84:2 83:1 81:1 79:1 77:1 76:3 77:1 76:1 74:1 71:2 74:1 72:5 -:1',
};

const shanty: Piece = {
  file: 'high-tide-downbeat',
  beatsPerMinute: 116,
  beatsPerBar: 4,
  chords: [Am, G, Am, Em, F, C, G, Am, Am, G, F, C, Dm, Am, Em, Am],
  melody:
    '69:1 69:0.5 71:0.5 72:1 69:1 71:1 67:1 67:2 69:1 69:0.5 71:0.5 72:1 76:1 74:1 71:1 76:2 77:1 76:0.5 74:0.5 72:2 76:1 74:0.5 72:0.5 67:2 71:1 72:1 74:1 71:1 69:4 76:1 76:0.5 77:0.5 76:1 72:1 74:1 74:0.5 76:0.5 74:2 72:1 69:1 77:1.5 76:0.5 76:2 67:2 74:1 77:1 76:1 74:1 72:2 76:2 71:1 72:1 74:1 71:1 69:4',
};

const kettle: Piece = {
  file: 'kettle-in-b-flat',
  beatsPerMinute: 100,
  beatsPerBar: 4,
  chords: [chord(46, 62, 65, 70), chord(43, 62, 67, 70), chord(51, 63, 67, 70), chord(41, 60, 65, 69)].flatMap(
    (one, index, all) => (index === 3 ? [one, ...all] : [one]),
  ),
  melody:
    '70:0.5 74:0.5 77:1 74:1 70:1 74:0.5 77:0.5 79:1 77:2 79:1 77:0.5 75:0.5 74:2 72:1 74:1 77:2 82:1.5 81:0.5 79:2 77:1 74:1 79:2 75:1 77:1 79:1 74:1 72:1 69:1 70:2',
};

/** The quiet music under the film of the landing page: 32 seconds. */
const film: Piece = {
  file: 'film',
  beatsPerMinute: 90,
  beatsPerBar: 4,
  chords: [C, Am, F, G, C, Am, F, G, Am, F, C, C],
  melody:
    '-:2 67:1 72:1 76:2 74:1 72:1 69:2 72:2 74:3 -:1 76:1 79:1 76:2 72:2 76:2 77:2 76:1 72:1 74:3 -:1 76:2 72:1 69:1 72:2 77:1 76:1 76:2 74:1 67:1 72:4',
};

export const pieces = { february, shanty, kettle, film } as const;

/** Plays a piece and returns mono samples from -1 to 1. */
export function play({ beatsPerMinute, beatsPerBar, melody, chords }: Piece): Float32Array {
  const beat = (60 / beatsPerMinute) * sampleRate;
  const beats = chords.length * beatsPerBar;
  const mix = new Float32Array(Math.ceil((beats + 1) * beat));
  let at = 0;
  for (const note of melody.split(' ')) {
    const [midi = '-', beatsLong = '1'] = note.split(':');
    const length = Number(beatsLong);
    if (midi !== '-') pluck(mix, { midi: Number(midi), at: at * beat, samples: length * beat * 1.15, loudness: 0.5 });
    at += length;
  }
  for (const [bar, [bass = 48, ...rest]] of chords.entries()) {
    const from = bar * beatsPerBar;
    pluck(mix, { midi: bass, at: from * beat, samples: beatsPerBar * beat, loudness: 0.42 });
    for (let step = 1; step < beatsPerBar; step += 1) {
      for (const [index, midi] of rest.entries()) {
        pluck(mix, { midi: midi - 12, at: (from + step) * beat + index * 500, samples: beat, loudness: 0.13 });
      }
    }
  }
  return normalize(mix);
}

/** Adds one plucked string (Karplus and Strong, 1983): noise in a delay line of one period, smoothed on every pass. */
function pluck(
  mix: Float32Array,
  { midi, at, samples, loudness }: { midi: number; at: number; samples: number; loudness: number },
): void {
  const period = Math.round(sampleRate / (440 * 2 ** ((midi - 69) / 12)));
  const line = new Float32Array(period);
  let random = midi * 7919 + 1;
  for (let index = 0; index < period; index += 1) {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    line[index] = (random / 1_073_741_824 - 1) * loudness;
  }
  // A softer attack: strings that a thumb plucks have few high overtones.
  for (let pass = 0; pass < 3; pass += 1) {
    for (let index = 0; index < period; index += 1) {
      line[index] = ((line[index] ?? 0) + (line[(index + 1) % period] ?? 0)) / 2;
    }
  }
  const begin = Math.round(at);
  const length = Math.min(Math.round(samples * 1.6), mix.length - begin);
  for (let index = 0; index < length; index += 1) {
    const place = index % period;
    const now = line[place] ?? 0;
    mix[begin + index] = (mix[begin + index] ?? 0) + now * Math.min(1, (length - index) / 3000);
    line[place] = (now + (line[(place + 1) % period] ?? 0)) * 0.4985;
  }
}

function normalize(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / loudest) * 0.82);
}

/** A mono WAV with 16 bits per sample. */
export function wavOf(samples: Float32Array): Buffer {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples.length * 2, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) wav.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2);
  return wav;
}
