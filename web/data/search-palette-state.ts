import { OpenState, useOpen } from './open-state.ts';

/** The search over everything. Client only: the server always renders it closed (`useOpen`). */
const palette = new OpenState();
export const setPaletteOpen = palette.set;
export const usePaletteOpen = () => useOpen(palette);
