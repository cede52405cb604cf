/** The film's timeline. Everything is computed from the position, so that seeking can draw any frame. */
export interface Scene {
  title: string;
  /** Seconds from the start of the film. */
  from: number;
  to: number;
  caption: string;
}

export const scenes: readonly Scene[] = [
  {
    title: 'The idea',
    from: 0,
    to: 6,
    caption: 'A fan has an idea: what to make, who should make it, and for how much.',
  },
  {
    title: 'The pool',
    from: 6,
    to: 14,
    caption: 'Other fans want it, too. Each pledges what it is worth to them. Cards are checked, but not charged.',
  },
  {
    title: 'The answer',
    from: 14,
    to: 20,
    caption:
      'The goal is met and the creator accepts. Only now are cards charged, and the money is held for this pool.',
  },
  {
    title: 'The delivery',
    from: 20,
    to: 26,
    caption: 'The creator delivers. Everyone who paid gets access, and then the creator is paid.',
  },
  {
    title: 'If not',
    from: 26,
    to: 32,
    caption: 'Goal missed, declined or not delivered? You pay nothing, or you’re refunded automatically.',
  },
];

export const filmSeconds = scenes.at(-1)?.to ?? 0;

/** The index of the scene at a position. */
export function sceneAt(seconds: number): number {
  const index = scenes.findIndex(({ to }) => seconds < to);
  return index < 0 ? scenes.length - 1 : index;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** The progress of an animation from 0 to 1, with a cubic ease-out. Times are seconds. */
export function ease(seconds: number, from: number, to: number): number {
  const share = clamp((seconds - from) / (to - from));
  return 1 - (1 - share) ** 3;
}
