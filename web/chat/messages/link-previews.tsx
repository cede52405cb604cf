import { Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { getLinkPreview } from '#contract/calls/link-preview.ts';
import type { Message } from '#contract/chat/chat.ts';
import { imageProxyUrl, proxySides } from '#contract/image-proxy.ts';
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
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** A linked picture in a box of fixed size, so that loading shifts nothing. If it fails, only the link in the text remains. */
function Picture({ href }: { href: string }) {
  const hasDwelled = useHasDwelled();
  const [gone, setGone] = useState((failed.get(href) ?? 0) > performance.now());
  if (gone) return null;
  return (
    <ExternalLink href={href} className="chat-picture">
      {hasDwelled ? (
        <img
          src={imageProxyUrl(href, ...pictureSides, 'inside')}
          alt={pictureWords(href)}
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
    <span className="chat-card-thumb" aria-hidden="true">
      <Link2 />
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

/** The preview of a linked page. A skeleton reserves its space; pages without a preview show nothing. */
function Card({ href }: { href: string }) {
  const hasDwelled = useHasDwelled();
  const { data, error } = useData(query(getLinkPreview, { query: { url: href } }), { enabled: hasDwelled });
  if (error || data?.preview === null) return null;
  if (!data) {
    return (
      <div className="chat-card" aria-hidden="true">
        <span className="chat-card-words">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="mt-2 h-4 w-4/5" />
          <Skeleton className="mt-2 h-3 w-full" />
        </span>
      </div>
    );
  }
  const { site, title, description, image } = data.preview;
  return (
    <ExternalLink href={href} className="chat-card">
      <span className="chat-card-words" dir="auto">
        <span className="chat-card-site">
          {image ? <Thumb src={image} /> : null}
          <span>{site}</span>
        </span>
        <span className="chat-card-text">
          <b>{title}</b>
          {description ? <span>{description}</span> : null}
        </span>
      </span>
    </ExternalLink>
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
        <div className="chat-pictures" data-several={pictures.length > 1 || undefined}>
          {pictures.map((href) => (
            <Picture key={href} href={href} />
          ))}
        </div>
      ) : null}
      {shows.previews && page ? <Card key={page} href={page} /> : null}
    </>
  );
}
