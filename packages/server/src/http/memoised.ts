/** What was read from a text before: browsers send the same few headers with every request. */
export function memoised<T>(
  read: (text: string | undefined) => T,
  capacity = 200,
): (text: string | undefined) => T {
  const known = new Map<string | undefined, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    // Strangers choose their headers: what they send once must not grow what we keep.
    if (known.size >= capacity) known.clear()
    const made = read(text)
    if (text === undefined || text.length <= longestKept) known.set(text, made)
    return made
  }
}

const longestKept = 400
