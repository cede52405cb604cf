/** 1 where lines run from left to right, -1 where they run from right to left: the sign of a way forward. Only in the browser. */
export const forward = (): 1 | -1 => (document.dir === 'rtl' ? -1 : 1);
