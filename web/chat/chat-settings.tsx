import { useSite } from '#web/data/session.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { linkPictures, linkPreviews } from './chat-choices.ts';
import { setSound, useSound } from './sound.ts';

/** What chats show and how they sound. Saved as it is ticked, on this device. */
export function ChatSettings() {
  const ready = useHydrated();
  const { brandName } = useSite();
  const sound = useSound();
  const pictures = linkPictures.use();
  const previews = linkPreviews.use();
  return (
    <>
      <div className="card px-5 py-2.5">
        <Checkbox
          label="Show pictures from links"
          note="Where a message links to a picture, it stands below the message."
          checked={pictures}
          disabled={!ready}
          onChange={(event) => linkPictures.set(event.target.checked)}
        />
        <Checkbox
          label="Show previews of links"
          note="Below a message with a link: the site, its title, a few words and a picture."
          checked={previews}
          disabled={!ready}
          onChange={(event) => linkPreviews.set(event.target.checked)}
        />
        <Checkbox
          label="Play a sound"
          note="When a message to you comes in."
          checked={sound}
          disabled={!ready}
          onChange={(event) => setSound(event.target.checked)}
        />
      </div>
      <p className="mt-3 max-w-text text-sm text-muted">
        Pictures and previews are fetched by {brandName}’s server when you see the message: the other site sees that
        server, not you. While they are off, nothing is fetched.
      </p>
    </>
  );
}
