/** A picture that is so tall that fitting it into a screen makes it a thin line. Lists show its top, and the lightbox scrolls it. */
export const isTall = ({ width, height }: { width: number; height: number }): boolean => height > 2.5 * width;
