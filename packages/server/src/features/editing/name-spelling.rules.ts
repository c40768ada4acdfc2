/** Returns the normalized spelling of a name: width, case and whitespace make no difference, everything else does. */
export const normalizeSpelling = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
