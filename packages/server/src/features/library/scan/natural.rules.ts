/** The order people expect of file names: `2` before `10`, whatever the width of the digits. */

const collator = new Intl.Collator('ja', { numeric: true })

/** Ties of the collator (NFC and NFD twins, for one) fall back to code units, so that the order is total. */
export function compareNatural(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
