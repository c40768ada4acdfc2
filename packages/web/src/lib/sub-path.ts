/**
 * The path prefix of all URLs, such as `/koedana`; empty if the server is at the root. The server writes it into the page. Router paths do
 * not include it.
 */
export const subPath = globalThis.document?.documentElement.dataset.path || ''
