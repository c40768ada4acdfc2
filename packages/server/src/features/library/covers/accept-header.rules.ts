/** Returns whether the header names AVIF. Wildcards do not count: clients without AVIF support send them too. */
export const acceptsAvif = (accept: string | undefined): boolean => acceptsAny(accept, ['image/avif'])

/** Returns whether the header names WebP or accepts any type. Other clients, such as podcast apps and desktop players, get JPEG. */
export const acceptsWebp = (accept: string | undefined): boolean => acceptsAny(accept, ['image/webp', '*/*'])

const acceptsAny = (accept: string | undefined, types: readonly string[]): boolean =>
  (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type = '', ...parameters]) => types.includes(type) && !parameters.some(isZeroQuality))

const isZeroQuality = (parameter: string): boolean => /^q\s*=\s*0(\.0*)?$/.test(parameter)
