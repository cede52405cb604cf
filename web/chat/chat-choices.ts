import { deviceChoice } from './device-choice.ts';

/** What is shown of where links lead. Both are off until somebody switches them on: until then nothing of it is asked for. */
export const linkPictures = deviceChoice('chat_pictures');
export const linkPreviews = deviceChoice('chat_previews');
