import { deviceChoice } from './device-choice.ts';

/** Whether messages show pictures and previews of their links. Both are off by default; while they are off, nothing is fetched. */
export const linkPictures = deviceChoice('chat_pictures');
export const linkPreviews = deviceChoice('chat_previews');
