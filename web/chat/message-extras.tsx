import { Link2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import { imageProxyUrl } from '#contract/image-proxy.ts';
import { getLinkPreview } from '#contract/link-preview.ts';
import { query, useData } from '#web/data/query.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { messageLinks, pictureWords } from './message-links.ts';
import { useScene } from './room-context.ts';

/** Whoever only scrolls past asks for nothing. */
const passingMs = 200;
/** As sharp as the proxy goes: twice what is drawn, where that is not too much for it. */
const pictureSides = [512, 288] as const;
const thumbSide = 192;
/** A picture that failed is not tried again each time that it comes into view. */
const failedForMs = 60_000;
// Client only: only event handlers and effects write it.
const failed = new Map<string, number>();

function useStays(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), passingMs);
    return () => clearTimeout(timer);
  }, []);
  return stays;
}

/** As links in messages are. */
function Out({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  return (
    <a href={href} className={className} target="_blank" rel="nofollow ugc noopener noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** In a place that is there before it: nothing moves when it comes. One that does not come leaves the link, which says enough. */
function Picture({ href }: { href: string }) {
  const stays = useStays();
  const [gone, setGone] = useState((failed.get(href) ?? 0) > performance.now());
  if (gone) return null;
  return (
    <Out href={href} className="chat-picture">
      {stays ? (
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
    </Out>
  );
}

/** Beside the words; what does not load leaves the sign of a link that lies beneath. */
function Thumb({ src }: { src: string }) {
  return (
    <span className="chat-card-thumb" aria-hidden="true">
      <Link2 />
      <img
        src={imageProxyUrl(src, thumbSide)}
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

/** What the page says of itself. Its place is kept while it is asked for; where there is nothing to say, the link is enough. */
function Card({ href }: { href: string }) {
  const stays = useStays();
  const { data, error } = useData(query(getLinkPreview, { query: { url: href } }), { enabled: stays });
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
    <Out href={href} className="chat-card">
      <span className="chat-card-words" dir="auto">
        <span className="chat-card-site">{site}</span>
        <span className="chat-card-text">
          <b>{title}</b>
          {description ? <span>{description}</span> : null}
        </span>
      </span>
      {image ? <Thumb src={image} /> : null}
    </Out>
  );
}

/** Where the links of a message lead, as far as whoever reads it wants to see that. */
export function MessageExtras({ message }: { message: Message }) {
  const { shows } = useScene();
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
