/**
 * Returns the pre-rendered element for the current visitor. It is embedded in the page to save the first request, in one language, with
 * what any visitor would get. `boot.js` decides which one applies. React replaces it on the first render.
 */
export const firstResponse = (): HTMLElement | null =>
  document.getElementById(`first-${document.documentElement.dataset.first}`)
