/** The order people expect of file names: `2` before `10`, whatever the width of the digits. */

const collator = new Intl.Collator('ja', { numeric: true })

/** Ties of the collator (NFC and NFD twins, for one) fall back to code units, so that the order is total. */
export function compareNatural(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** Paths by folder first, then by name; what lies higher comes before what lies in its folders. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const shared = Math.min(left.length, right.length)
  for (let depth = 0; depth < shared; depth += 1) {
    const aIsFile = depth === left.length - 1
    const bIsFile = depth === right.length - 1
    if (aIsFile !== bIsFile) return aIsFile ? -1 : 1
    const order = compareNatural(left[depth] ?? '', right[depth] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}
