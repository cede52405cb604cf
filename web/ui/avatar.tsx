import { imageProxyUrl } from '#contract/images.ts';
import { hash } from '#contract/values/fan-art.ts';

export interface AvatarProps {
  /** The person's name; determines the initials and the color. */
  name: string;
  src?: string | null;
  size?: 32 | 48 | 64 | 96;
  className?: string;
}

const colors = [
  'bg-[oklch(0.54_0.14_30)]',
  'bg-[oklch(0.52_0.11_62)]',
  'bg-[oklch(0.5_0.12_140)]',
  'bg-[oklch(0.5_0.09_195)]',
  'bg-[oklch(0.5_0.12_245)]',
  'bg-[oklch(0.5_0.15_285)]',
  'bg-[oklch(0.48_0.14_325)]',
  'bg-[oklch(0.52_0.16_5)]',
];

/** At most two letters: the first letters of the first and last word, or the first two letters of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const first = words[0] ?? '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (last ? ([...first][0] ?? '') + ([...last][0] ?? '') : [...first].slice(0, 2).join('')).toUpperCase();
}

/** Hides a picture that failed to load. As a ref, it also catches pictures whose error event fired before hydration. */
export function hideIfBroken(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth === 0) image.hidden = true;
}

/** Loads external pictures through our image proxy, so that other servers never see the visitor. Twice the size, for dense screens. */
const sourceOf = (src: string, size: number) => (/^https?:/i.test(src) ? imageProxyUrl(src, size * 2) : src);

/** Decorative, because the name always appears beside it. If the picture fails to load, the initials beneath it show. */
export function Avatar({ name, src, size = 32, className }: AvatarProps) {
  const color = `avatar ${colors[hash(name) % colors.length]}`;
  return (
    <span
      className={className ? `${color} ${className}` : color}
      data-size={size === 32 ? undefined : size}
      aria-hidden="true"
    >
      {initialsOf(name)}
      {src ? (
        <img
          className="absolute inset-0 size-full bg-inherit object-cover"
          src={sourceOf(src, size)}
          alt=""
          ref={hideIfBroken}
          onError={(event) => hideIfBroken(event.currentTarget)}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </span>
  );
}
