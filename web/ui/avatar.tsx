import { hash } from '#contract/fan-art.ts';
import { imageProxyUrl } from '#contract/image-proxy.ts';

export interface AvatarProps {
  /** Whose it is: gives the initials and the color. */
  name: string;
  src?: string | null;
  size?: 32 | 48 | 64 | 96;
  className?: string;
}

/** At most two letters: of the first and the last word, or the first two of a single one. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const first = words[0] ?? '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (last ? ([...first][0] ?? '') + ([...last][0] ?? '') : [...first].slice(0, 2).join('')).toUpperCase();
}

/** Also for pictures that failed before the page came alive, whose error event nobody heard. */
export function hideIfBroken(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth === 0) image.hidden = true;
}

/** Other people's servers learn nothing of who looks: their pictures come by way of ours, sharp on dense screens. */
const sourceOf = (src: string, size: number) => (/^https?:/i.test(src) ? imageProxyUrl(src, size * 2) : src);

/** Decorative: the name always stands beside it. A picture that does not load leaves the initials, which lie beneath. */
export function Avatar({ name, src, size = 32, className }: AvatarProps) {
  const color = `avatar avatar-${hash(name) % 8}`;
  return (
    <span
      className={className ? `${color} ${className}` : color}
      data-size={size === 32 ? undefined : size}
      aria-hidden="true"
    >
      {initialsOf(name)}
      {src ? (
        <img
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
