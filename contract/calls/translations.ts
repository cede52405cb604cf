import type * as translations from '../translations.ts';
import { post } from './make-call.ts';

export const translateText = post<typeof translations.translateText>('/api/translate');
