import { deviceChoice } from './device-choice.ts';

const choice = deviceChoice('chat_sound');

export const useSound = choice.use;

export function setSound(on: boolean): void {
  choice.set(on);
  if (on) playSound();
}

// Client only: only event handlers and effects write it.
let player: AudioContext | undefined;

/** Plays two short synthesized notes, so that no sound file is needed. */
export function playSound(): void {
  if (!choice.isOn() || !('AudioContext' in window)) return;
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
