import { useSyncExternalStore } from 'react';
import { logFailure } from '#web/data/log.ts';

const key = 'chat_sound';
const listeners = new Set<() => void>();

function isOn(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

export function setSound(on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch (error) {
    logFailure('the choice of sound is not kept', error);
  }
  for (const listener of listeners) listener();
  if (on) playSound();
}

/** Off until somebody switches it on. */
export function useSound(): boolean {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, isOn, () => false);
}

let player: AudioContext | undefined;

/** Two short notes, made here: no file to fetch. */
export function playSound(): void {
  if (!isOn() || !('AudioContext' in window)) return;
  player ??= new AudioContext();
  const now = player.currentTime;
  for (const [index, pitch] of [660, 880].entries()) {
    const note = player.createOscillator();
    const volume = player.createGain();
    const start = now + index * 0.09;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.08, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.16);
    note.connect(volume).connect(player.destination);
    note.start(start);
    note.stop(start + 0.18);
  }
}
