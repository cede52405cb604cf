import { OpenState, useOpen } from './open-state.ts';

/** Whether the search palette is open. Client only: the server always renders it closed (`useOpen`). */
const palette = new OpenState();
export const setPaletteOpen = palette.set;
export const usePaletteOpen = () => useOpen(palette);
