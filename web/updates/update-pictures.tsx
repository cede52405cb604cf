import type { Update } from '#contract/updates.ts';

type Image = Update['images'][number];

/** A picture opens in full in a new tab. */
function Picture({ image, label, single }: { image: Image; label: string; single: boolean }) {
  return (
    <a
      href={image.url}
      target="_blank"
      rel="noopener"
      aria-label={label}
      className={`block overflow-hidden rounded-lg bg-sunken ${single ? 'w-fit max-w-full' : 'aspect-square'}`}
    >
      <img
        src={image.url}
        srcSet={`${image.url.replace('.webp', '-400.webp')} 400w, ${image.url.replace('.webp', '-800.webp')} 800w, ${image.url} 1600w`}
        sizes={single ? '(min-width: 768px) 640px, 100vw' : '(min-width: 640px) 240px, 50vw'}
        alt=""
        width={image.width}
        height={image.height}
        loading="lazy"
        decoding="async"
        className={single ? 'max-h-120 w-auto max-w-full' : 'h-full w-full object-cover'}
      />
    </a>
  );
}

/** The pictures of an update: one in its own shape, several in a grid. */
export function UpdatePictures({ images, author }: { images: readonly Image[]; author: string }) {
  if (images.length === 0) return null;
  const single = images.length === 1;
  const columns = images.length === 2 || images.length === 4 ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-3';
  return (
    <ul className={single ? 'grid' : `grid max-w-text gap-2.5 ${columns}`}>
      {images.map((image, index) => (
        <li key={image.id} className="min-w-0">
          <Picture
            image={image}
            single={single}
            label={`Open picture ${index + 1} of ${images.length} by ${author} in a new tab`}
          />
        </li>
      ))}
    </ul>
  );
}
