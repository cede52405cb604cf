import { useSyncExternalStore } from 'react';
import { logFailure } from '#web/data/log.ts';

interface DeviceChoice {
  isOn(): boolean;
  set(on: boolean): void;
  /** For every place that shows it, in this tab and the others. */
  use(): boolean;
}

/** Something that is off until somebody switches it on, on this device. */
export function deviceChoice(key: string): DeviceChoice {
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
      tell();
    },
    use: () => useSyncExternalStore(subscribe, isOn, () => false),
  };
}
