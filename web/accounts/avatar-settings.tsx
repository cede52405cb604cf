import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { removeAvatar, setAvatar } from '#contract/calls/accounts.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { upload } from '#web/data/upload.ts';
import { pictureFault } from '#web/pictures/picture-fault.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useStoreUser } from './settings-data.ts';

/** Uploads a picture and previews it immediately, cropped as it will appear. */
function useAvatarUpload() {
  const storeUser = useStoreUser();
  const [sending, setSending] = useState<{ previewUrl: string; share: number }>();
  const [error, setError] = useState<string>();
  const previewUrl = sending?.previewUrl;
  useEffect(() => (previewUrl ? () => URL.revokeObjectURL(previewUrl) : undefined), [previewUrl]);
  const send = async (file: File) => {
    const fault = await pictureFault(file);
    setError(fault);
    if (fault) return;
    const shown = URL.createObjectURL(file);
    setSending({ previewUrl: shown, share: 0 });
    const form = new FormData();
    form.append('avatar', file);
    try {
      storeUser(await upload(setAvatar, form, { onProgress: (share) => setSending({ previewUrl: shown, share }) }));
      toast({ title: t`Picture saved` });
    } catch (failure) {
      setError(asAppError(failure).message);
    }
    setSending(undefined);
  };
  return { sending, error, send };
}

interface AvatarSettingsProps {
  user: CurrentUser;
  /** Takes less height, so that the picture and the field stay side by side on a phone. */
  compact?: boolean;
}

/** The user's picture, or their initials without one. */
export function AvatarSettings({ user, compact = false }: AvatarSettingsProps) {
  const storeUser = useStoreUser();
  const { sending, error, send } = useAvatarUpload();
  const [removing, setRemoving] = useState(false);
  const remove = async () => {
    setRemoving(true);
    try {
      storeUser(await call(removeAvatar));
      toast({ title: t`Picture removed`, description: t`Your initials are shown instead.` });
    } catch (failure) {
      toastError(failure, t`Your picture wasn’t removed`);
    }
    setRemoving(false);
  };
  return (
    <div className={compact ? 'flex items-center gap-4' : 'flex flex-wrap items-center gap-5'}>
      <Avatar
        name={user.displayName || user.username}
        src={sending?.previewUrl ?? user.avatarUrl}
        size={compact ? 64 : 96}
      />
      <div className={compact ? 'grid min-w-0 flex-1 gap-3' : 'grid min-w-60 flex-1 gap-3'}>
        <FileDrop
          label={user.avatarUrl ? t`Change picture` : t`Add a picture`}
          note={compact ? t`PNG, JPG or WebP, under 5 MB.` : t`PNG, JPG or WebP, under 5 MB. Displayed as a circle.`}
          accept={limits.imageTypes.join(',')}
          busy={sending !== undefined}
          error={error}
          icon={<ImageUp aria-hidden="true" />}
          onFiles={([file]) => {
            if (file) void send(file);
          }}
        />
        {sending ? <ProgressBar share={sending.share} label={t`Uploading your picture`} /> : null}
        {user.avatarUrl && !sending ? (
          <Button
            size="sm"
            busy={removing}
            icon={<Trash2 aria-hidden="true" />}
            className="w-max"
            onClick={() => void remove()}
          >{t`Remove picture`}</Button>
        ) : null}
      </div>
    </div>
  );
}
