/**
 * Finds the response that came with the page and saves the first call for it: what any visitor would get, in one
 * language. `boot.js` says which one holds for whoever is here. React draws over it: it is gone once anything is drawn.
 */
export const firstResponse = (): HTMLElement | null =>
  document.getElementById(`first-${document.documentElement.dataset.first}`)
