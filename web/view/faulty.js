/** Where a form that is not filled in right leads. */

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * What is wrong with a form its own note says; a browser's bubble would lie over the button. As a
 * browser does, this leads to the first field that is not filled in right.
 * @param {SubmitEvent} event
 */
export function focusFault(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = /** @type {Field[]} */ ([...form.querySelectorAll('input, textarea')]);
  // A browser takes blanks for something written.
  fields.find((one) => !one.validity.valid || (one.required && one.value.trim() === ''))?.focus();
}
