/**
 * The path that everything lies below, as `/koedana`; `''` where the server has a name of its own. The server writes it into
 * the page. Paths of the router do without it.
 */
export const subPath = globalThis.document?.documentElement.dataset.path || ''
