import { useSyncExternalStore } from 'react';
import { drawnChoices } from '#contract/page-renderer.ts';
import type { DeviceKey } from '#web/data/clear-device.ts';
import { logFailure } from '#web/data/log.ts';
import { useServerDeviceChoice } from '#web/data/server-device-choices.ts';

interface DeviceChoice {
  isOn(): boolean;
  set(on: boolean): void;
  /** A hook with the current value. It follows changes in this tab and in others. */
  use(): boolean;
}

const yearS = 365 * 24 * 60 * 60;

/** Sets a cookie, so that the server renders the next page with this choice and hydration shifts nothing. */
function tellServer(key: string, on: boolean): void {
  if (!drawnChoices.some((name) => name === key)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${key}=on; path=/; max-age=${on ? yearS : 0}; samesite=lax`;
}

/** A setting of this device that is off by default. */
export function deviceChoice(key: DeviceKey): DeviceChoice {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };
  // For browsers that refuse to store it: until the page is left.
  let chosen = false;
  const isOn = () => {
    try {
      return localStorage.getItem(key) === 'on';
    } catch {
      return chosen;
    }
  };
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  };
  return {
    isOn,
    set(on) {
      chosen = on;
      try {
        localStorage.setItem(key, on ? 'on' : 'off');
      } catch (error) {
        logFailure('could not store a setting on this device', error);
      }
      tellServer(key, isOn());
      notify();
    },
    use: () => {
      const first = useServerDeviceChoice(key);
      return useSyncExternalStore(subscribe, isOn, () => first);
    },
  };
}
