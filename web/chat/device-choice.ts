import { useSyncExternalStore } from 'react';
import { drawnChoices } from '#contract/device-choices.ts';
import type { DeviceKey } from '#web/data/clear-device.ts';
import { logFailure } from '#web/data/log.ts';
import { useServerDeviceChoice } from '#web/data/server-device-choices.ts';

interface DeviceChoice {
  isOn(): boolean;
  set(on: boolean): void;
  /** For every place that shows it, in this tab and the others. */
  use(): boolean;
}

const yearS = 365 * 24 * 60 * 60;

/** The next page is drawn so by the server, and nothing moves once it is alive. */
function tellServer(key: string, on: boolean): void {
  if (!drawnChoices.some((name) => name === key)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${key}=on; path=/; max-age=${on ? yearS : 0}; samesite=lax`;
}

/** Something that is off until somebody switches it on, on this device. */
export function deviceChoice(key: DeviceKey): DeviceChoice {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell();
  };
  const isOn = () => {
    try {
      return localStorage.getItem(key) === 'on';
    } catch {
      return false;
    }
  };
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', hear);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', hear);
    };
  };
  return {
    isOn,
    set(on) {
      try {
        localStorage.setItem(key, on ? 'on' : 'off');
      } catch (error) {
        logFailure('a choice is not kept on this device', error);
      }
      tellServer(key, isOn());
      tell();
    },
    use: () => {
      const first = useServerDeviceChoice(key);
      return useSyncExternalStore(subscribe, isOn, () => first);
    },
  };
}
