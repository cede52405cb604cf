import { Image, Link2, Settings, SlidersHorizontal, Volume2 } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { linkPictures, linkPreviews } from './chat-choices.ts';
import { setSound, useSound } from './sound.ts';

/** The chat settings as a menu inside the chat. */
export function ChatOptions() {
  const sound = useSound();
  const pictures = linkPictures.use();
  const previews = linkPreviews.use();
  return (
    <DropdownMenu
      triggerClass="icon-btn"
      trigger={<SlidersHorizontal aria-hidden="true" />}
      label={t`Chat options`}
      align="end"
      items={[
        {
          label: t`Link pictures`,
          icon: <Image aria-hidden="true" />,
          checked: pictures,
          onSelect: () => linkPictures.set(!pictures),
        },
        {
          label: t`Link previews`,
          icon: <Link2 aria-hidden="true" />,
          checked: previews,
          onSelect: () => linkPreviews.set(!previews),
        },
        { label: t`Sound`, icon: <Volume2 aria-hidden="true" />, checked: sound, onSelect: () => setSound(!sound) },
        {
          label: t`Chat settings`,
          icon: <Settings aria-hidden="true" />,
          onSelect: () => navigate(`${paths.settings}#chat`),
        },
      ]}
    />
  );
}
