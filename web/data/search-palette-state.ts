import { OpenState, useOpen } from './open-state.ts';

/** The search over everything. */
const palette = new OpenState();
export const setPaletteOpen = palette.set;
export const usePaletteOpen = () => useOpen(palette);
