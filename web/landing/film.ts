/** The film's clock: pure figures, so that any moment can be drawn at once. */
export interface Scene {
  title: string;
  /** In seconds from the beginning of the film. */
  from: number;
  to: number;
  caption: string;
}

export const scenes: readonly Scene[] = [
  { title: 'The idea', from: 0, to: 6, caption: 'A fan has an idea: what should be made, by whom, and for how much.' },
  {
    title: 'The pool',
    from: 6,
    to: 14,
    caption: 'Others want it too. Each pledges what it is worth to them. Cards are checked; nothing is charged.',
  },
  {
    title: 'The yes',
    from: 14,
    to: 20,
    caption:
      'The goal is met and the creator says yes. Only now are cards charged, and the money is held for this pool.',
  },
  {
    title: 'The delivery',
    from: 20,
    to: 26,
    caption: 'The creator delivers. Everyone who paid gets it, and then the creator is paid.',
  },
  {
    title: 'Or else',
    from: 26,
    to: 32,
    caption: 'No goal, no yes, no delivery? In each case you keep your money, or get it back by itself.',
  },
];

export const filmSeconds = scenes.at(-1)?.to ?? 0;

/** The scene at a moment, by its place in the list. */
export function sceneAt(seconds: number): number {
  const index = scenes.findIndex(({ to }) => seconds < to);
  return index < 0 ? scenes.length - 1 : index;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** How far something that begins and ends within a scene has come, slowing down toward its end. */
export function ease(seconds: number, from: number, to: number): number {
  const share = clamp((seconds - from) / (to - from));
  return 1 - (1 - share) ** 3;
}

/** "0:07" */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
