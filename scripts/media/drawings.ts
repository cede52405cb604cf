/** Drawings of the demo's harbor as SVG: the frames of a short clip, and prints. */

const ink = '#2b1a3a';
const wavePath = (y: number, shift: number, height: number) => {
  const crests = Array.from({ length: 8 }, () => `q60 ${-height} 120 0t120 0`).join('');
  return `M${-240 + shift} ${y}${crests}V720H-240Z`;
};

interface Season {
  sky: readonly [string, string];
  sea: readonly [string, string, string];
  disc: string;
}

const seasons = {
  winter: { sky: ['#24315c', '#8fa8c9'], sea: ['#3a5f86', '#2d4b70', '#203a5c'], disc: '#f3efe2' },
  spring: { sky: ['#7fc4c9', '#fbe9c6'], sea: ['#3f9a97', '#2f7d82', '#22616b'], disc: '#ffd36b' },
  summer: { sky: ['#f08a5d', '#ffe0a3'], sea: ['#2f8fa3', '#24728a', '#1a566f'], disc: '#fff1c2' },
  autumn: { sky: ['#6d3b57', '#e8935a'], sea: ['#6b5a7f', '#53456a', '#3b3152'], disc: '#ffc46b' },
} as const satisfies Record<string, Season>;

export type SeasonName = keyof typeof seasons;
export const seasonNames = Object.keys(seasons) as SeasonName[];

function boat(x: number, y: number, tilt: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${tilt})">
    <path d="M-95 0H95L68 44H-62Z" fill="#8c3b2f"/><path d="M-95 0H95l-6 12H-86Z" fill="#f4e3c8"/>
    <path d="M-4-8V-150" stroke="${ink}" stroke-width="7" stroke-linecap="round"/>
    <path d="M6-142C70-110 84-60 78-18H6Z" fill="#fbf3e2"/><path d="M-14-128C-58-92-66-52-62-18h48Z" fill="#f0b64a"/>
  </g>`;
}

function lighthouse(glow: number): string {
  return `<g transform="translate(1030 210)">
    <path d="M24-64 -900-170 -900 60Z" fill="#fff3c4" opacity="${0.1 + 0.22 * glow}"/>
    <path d="M-34 240 -20-40H44L58 240Z" fill="#f6efe4"/><path d="M-29 150-25 80H49l4 70ZM-22 20l3-60h62l3 60Z" fill="#b8423a"/>
    <rect x="-28" y="-86" width="80" height="46" rx="6" fill="${ink}"/><rect x="-8" y="-78" width="40" height="30" fill="#ffe08a"/>
    <path d="M-34-86H58L12-124Z" fill="#b8423a"/><path d="M-150 250C-90 190 130 190 260 262V330H-150Z" fill="${ink}"/>
  </g>`;
}

/** The harbor of a season with its tide. `tide` is from 0 (low) to 1 (high); `time` in seconds moves the waves. */
export function harbor(season: SeasonName, { tide, time }: { tide: number; time: number }) {
  const { sky, sea, disc } = seasons[season];
  const level = 500 - tide * 110;
  const bob = Math.sin(time * 1.7) * 9;
  const moved = (speed: number) => ((time * speed) % 240) - 240;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="1280" height="720" fill="url(#sky)"/>
    <circle cx="330" cy="${190 - tide * 40}" r="74" fill="${disc}"/><circle cx="330" cy="${190 - tide * 40}" r="116" fill="${disc}" opacity="0.18"/>
    ${lighthouse((Math.sin(time * 2.4) + 1) / 2)}
    <path d="${wavePath(level, moved(26), 16)}" fill="${sea[0]}"/>
    ${boat(520 + Math.sin(time * 0.5) * 26, level - 14 + bob, Math.sin(time * 1.7 + 0.6) * 4)}
    <path d="${wavePath(level + 46, moved(48), 22)}" fill="${sea[1]}"/>
    <path d="${wavePath(level + 118, moved(80), 28)}" fill="${sea[2]}"/>
  </svg>`;
}
