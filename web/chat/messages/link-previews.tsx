import { Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { getLinkPreview } from '#contract/calls/chat.ts';
import type { Message } from '#contract/chat/chat.ts';
import { imageProxyUrl, proxySides } from '#contract/images.ts';
import { t } from '#contract/language/text.ts';
import { useRoomContext } from '#web/chat/room-context.ts';
import { query, useData } from '#web/data/query.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { messageLinks, pictureWords } from './message-links.ts';

/** A preview loads only after this time on screen, so that scrolling past it fetches nothing. */
const dwellMs = 200;
/** Twice the displayed size for dense screens, within the limits of the image proxy. */
const pictureSides = [512, 288] as const;
/** A picture that failed to load is not requested again for this time. */
const failedForMs = 60_000;
// Client only: only event handlers and effects write it.
const failed = new Map<string, number>();

/** True once the component has been mounted for `dwellMs`. */
function useHasDwelled(): boolean {
  const [hasDwelled, setHasDwelled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasDwelled(true), dwellMs);
    return () => clearTimeout(timer);
  }, []);
  return hasDwelled;
}

/** An external link with the same attributes as links in the text. */
function ExternalLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  return (
    <a href={href} className={className} target="_blank" rel="nofollow ugc noopener noreferrer">
      <span className="contents">{children}</span>
      <span className="sr-only"> {t`(opens in a new tab)`}</span>
    </a>
  );
}

/** A linked picture in a box of fixed size, so that loading shifts nothing. If it fails, only the link in the text remains. */
function Picture({ href, single }: { href: string; single: boolean }) {
  const hasDwelled = useHasDwelled();
  const [gone, setGone] = useState((failed.get(href) ?? 0) > performance.now());
  if (gone) return null;
  return (
    <ExternalLink
      href={href}
      className={`chat-picture relative block overflow-hidden rounded-md bg-sunken after:absolute after:inset-0 after:rounded-md after:inset-ring after:inset-ring-ink/10 forced-colors:border ${single ? 'aspect-video' : 'aspect-4/3'}`}
    >
      {hasDwelled ? (
        <img
          src={imageProxyUrl(href, ...pictureSides, 'inside')}
          alt={pictureWords(href)}
          // A single picture is shown whole and never enlarged. Several are cropped to fill their cells.
          className={`size-full ${single ? 'object-scale-down' : 'object-cover'}`}
          decoding="async"
          onError={() => {
            failed.set(href, performance.now() + failedForMs);
            setGone(true);
          }}
        />
      ) : null}
    </ExternalLink>
  );
}

/** The thumbnail of a preview. If it fails to load, the link icon beneath it shows. */
function Thumb({ src }: { src: string }) {
  return (
    <span
      className="relative me-1.5 inline-grid size-5 place-items-center overflow-hidden rounded-xs bg-sunken align-top text-faint"
      aria-hidden="true"
    >
      <Link2 className="size-3.5" />
      <img
        src={imageProxyUrl(src, proxySides.thumbnail)}
        alt=""
        className="absolute inset-0 size-full object-cover"
        decoding="async"
        onError={(event) => {
          event.currentTarget.hidden = true;
        }}
      />
    </span>
  );
}

/** The box of a preview, which leads to the page as soon as it is known. */
function CardFrame({ href, children }: { href?: string; children: ReactNode }) {
  const look =
    'chat-card @container mt-1.5 flex h-24 max-w-107.5 overflow-hidden rounded-md bg-raised shadow-ring forced-colors:border';
  const words = (
    <span className="min-w-0 flex-1 self-center px-3 text-sm leading-4.5 text-muted" dir="auto">
      {children}
    </span>
  );
  if (!href)
    return (
      <div className={look} aria-hidden="true">
        {words}
      </div>
    );
  return (
    <ExternalLink href={href} className={`${look} transition-colors duration-(--quick) hover:bg-hover`}>
      {words}
    </ExternalLink>
  );
}

/** The preview of a linked page. A skeleton reserves its space; pages without a preview show nothing. */
function Card({ href }: { href: string }) {
  const hasDwelled = useHasDwelled();
  const { data, error } = useData(query(getLinkPreview, { query: { url: href } }), { enabled: hasDwelled });
  if (error || data?.preview === null) return null;
  if (!data) {
    return (
      <CardFrame>
        <Skeleton className="h-3 w-24" />
        <Skeleton className="mt-2 h-4 w-4/5" />
        <Skeleton className="mt-2 h-3 w-full" />
      </CardFrame>
    );
  }
  const { site, title, description, image } = data.preview;
  return (
    <CardFrame href={href}>
      <span className="block truncate">
        {image ? <Thumb src={image} /> : null}
        <span>{site}</span>
      </span>
      {/* A long title leaves fewer lines for the text below it. */}
      <span className="line-clamp-3 wrap-anywhere">
        <b className="block text-base leading-5 text-ink" dir="auto">
          {title}
        </b>
        {description ? (
          <span className="block" dir="auto">
            {description}
          </span>
        ) : null}
      </span>
    </CardFrame>
  );
}

/** Pictures and previews of a message's links, if the reader has turned them on. */
export function MessageExtras({ message }: { message: Message }) {
  const { shows } = useRoomContext();
  if (!shows.pictures && !shows.previews) return null;
  const { pictures, page } = messageLinks(message);
  return (
    <>
      {shows.pictures && pictures.length > 0 ? (
        // Empty if no picture could be loaded.
        <div
          className={`grid gap-1.5 pt-1.5 empty:hidden ${pictures.length > 1 ? 'max-w-100 grid-cols-2' : 'max-w-80'}`}
        >
          {pictures.map((href) => (
            <Picture key={href} href={href} single={pictures.length === 1} />
          ))}
        </div>
      ) : null}
      {shows.previews && page ? <Card key={page} href={page} /> : null}
    </>
  );
}
