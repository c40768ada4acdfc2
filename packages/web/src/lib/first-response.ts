/**
 * Returns the script element with the response that was embedded in the page to save the first request. It holds what any visitor would
 * get, in one language; `boot.js` decides which element applies to the current visitor. React removes it on the first render.
 */
export const firstResponse = (): HTMLElement | null =>
  document.getElementById(`first-${document.documentElement.dataset.first}`)
