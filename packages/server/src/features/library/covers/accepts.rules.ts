/** Which picture formats a client takes, by its `Accept` header (RFC 9110 §12.5.1). */

/** True only if the header names AVIF: clients that show nothing in particular send a wildcard too. */
export const acceptsAvif = (accept: string | undefined): boolean => names(accept, ['image/avif'])

/** False for clients that name neither WebP nor any type, as podcast apps and desktop players: they get JPEG. */
export const acceptsWebp = (accept: string | undefined): boolean => names(accept, ['image/webp', '*/*'])

const names = (accept: string | undefined, types: readonly string[]): boolean =>
  (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type = '', ...parameters]) => types.includes(type) && !parameters.some(refuses))

const refuses = (parameter: string): boolean => /^q\s*=\s*0(\.0*)?$/.test(parameter)
