import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { changeOverlay, createOverlay } from '#contract/calls/overlays.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { overlayMinCentsMax, usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import type { Overlay, OverlayPool, OverlaySettings } from '#contract/overlays/overlays.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { ContentFields, hasMinimum, LookFields, PrivacyFields } from './overlay-fields.tsx';
import { OverlayPreview } from './overlay-preview.tsx';

interface EditorProps {
  /** Null for a new one. */
  overlay: Overlay | null;
  pools: readonly OverlayPool[];
  onClose: () => void;
  /** `url`: of a new overlay. */
  onSaved: (overlay: Overlay, url?: string) => void;
}

function useEditor({ overlay, pools, onSaved }: EditorProps) {
  const [poolId, setPoolId] = useState(overlay?.pool.id ?? pools[0]?.id ?? '');
  const [settings, setSettings] = useState<OverlaySettings>(overlay?.settings ?? usualOverlaySettings);
  const [minCents, setMinCents] = useState<number | null>(settings.minCents);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = (changes: Partial<OverlaySettings>) => setSettings((before) => ({ ...before, ...changes }));
  // A pool that the person may no longer show stays in the list of its overlay.
  const choices = overlay && !pools.some(({ id }) => id === overlay.pool.id) ? [overlay.pool, ...pools] : pools;
  const pool = choices.find(({ id }) => id === poolId);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    // While the field is hidden, the last amount that it held stays.
    if (hasMinimum(settings, pool) && (minCents === null || minCents > overlayMinCentsMax)) {
      setFailure(t`Correct the smallest pledge that shows a name.`);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      if (overlay) {
        onSaved(await call(changeOverlay, { params: { id: overlay.id }, body: { poolId, settings } }));
        toast({ title: t`Overlay saved`, description: t`Your stream shows the change already.` });
      } else {
        const created = await call(createOverlay, { body: { poolId, settings } });
        onSaved(created.overlay, created.url);
      }
    } catch (error) {
      setFailure(asAppError(error).message);
      setBusy(false);
    }
  };
  return {
    ...{ choices, poolId, pool, setPoolId, settings, change, minCents, busy, failure, save },
    setMinCents: (cents: number | null) => {
      setMinCents(cents);
      if (cents !== null && cents <= overlayMinCentsMax) change({ minCents: cents });
    },
  };
}

/** The settings of an overlay with a live preview. */
export function OverlayEditor(props: EditorProps) {
  const { overlay, onClose } = props;
  const { choices, poolId, pool, setPoolId, settings, change, minCents, setMinCents, busy, failure, save } =
    useEditor(props);
  const first = useRef<HTMLSelectElement>(null);
  // The editor replaces the list, whose button had the focus.
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid items-start gap-8 wide:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <form noValidate className="card grid gap-5 p-5" onSubmit={(event) => void save(event)}>
        <SelectField ref={first} label={t`Pool`} value={poolId} onChange={({ target }) => setPoolId(target.value)}>
          {choices.map(({ id, title }) => (
            <option key={id} value={id}>
              {verbatim(title)}
            </option>
          ))}
        </SelectField>
        <ContentFields settings={settings} onChange={change} />
        <PrivacyFields settings={settings} onChange={change} pool={pool} minCents={minCents} onMinCents={setMinCents} />
        <LookFields settings={settings} onChange={change} />
        {failure ? (
          <p role="alert" className="field-error">
            {failure}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="primary" busy={busy}>
            {overlay ? t`Save overlay` : t`Create overlay`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
      <div className="-order-1 wide:sticky wide:top-6 wide:order-none">
        <OverlayPreview poolId={poolId} settings={settings} />
      </div>
    </div>
  );
}
