/** One form for each Chinese character: Japanese and traditional ones become simplified, one to one. */
import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import simplified from 'opencc-js/dict/TSCharacters'

/** Code unit → code unit, for those that have another form. Characters beyond the first plane stay as they are. */
export function variantTable(): ReadonlyMap<number, number> {
  const traditional = read(japanese)
  const table = read(simplified)
  for (const [from, to] of traditional) table.set(from, table.get(to) ?? to)
  return table
}

function read(text: string): Map<number, number> {
  const table = new Map<number, number>()
  for (const entry of text.split('|')) {
    const [from = '', to = ''] = entry.split(' ')
    if (from.length === 1 && to.length === 1) table.set(from.charCodeAt(0), to.charCodeAt(0))
  }
  return table
}
