import { t } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { linkPictures, linkPreviews } from './chat-choices.ts';
import { setSound, useSound } from './sound.ts';

/** The chat settings of this device. Each change is saved immediately. */
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
          label={t`Show pictures from links`}
          note={t`If a message links to a picture, it appears below the message.`}
          checked={pictures}
          disabled={!ready}
          onChange={(event) => linkPictures.set(event.target.checked)}
        />
        <Checkbox
          label={t`Show link previews`}
          note={t`Below a message with a link: the site’s name, the page’s title, a short description and a picture.`}
          checked={previews}
          disabled={!ready}
          onChange={(event) => linkPreviews.set(event.target.checked)}
        />
        <Checkbox
          label={t`Play a sound`}
          note={t`When you receive a message.`}
          checked={sound}
          disabled={!ready}
          onChange={(event) => setSound(event.target.checked)}
        />
      </div>
      <p className="mt-3 max-w-text text-sm text-muted">
        {t`${{ brand: brandName }}’s server fetches pictures and previews when you see the message, so the other site sees our server, not you. While these settings are off, nothing is fetched.`}
      </p>
    </>
  );
}
