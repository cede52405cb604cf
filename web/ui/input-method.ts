/** The key code of a key press that an input method handles. */
const handledKeyCode = 229;

/**
 * Hides the key presses of input methods from all handlers: the Enter that accepts a Japanese word must not send the message, and the
 * Escape that drops one must not close the chat. Safari reports them after the composition has ended, when only the key code is left.
 */
export function hideInputMethodKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === handledKeyCode) event.stopImmediatePropagation();
    },
    true,
  );
}
