/**
 * Where the answer stands that came with the page, in place of the first call for it: what any visitor would be answered, in
 * one language. `boot.js` says which one holds for whoever is here. React draws in its place: it is gone once anything is
 * drawn.
 */
export const firstAnswer = (): HTMLElement | null =>
  document.getElementById(`first-${document.documentElement.dataset.first}`)
