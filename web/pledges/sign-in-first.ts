import { signInPath } from '#contract/paths.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';

/** To the sign-in page, and back to this place afterwards. A whole load, as signing in needs one anyway. */
export function toSignIn(here: string): void {
  saveOriginalPage(here);
  location.assign(signInPath(here));
}
