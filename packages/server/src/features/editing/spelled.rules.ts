/** Returns the form in which names are one: width and case make no difference, everything else does. */
export const spelled = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
