export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits the text at matches of the query's words, keeping its characters. Width, case and kana type are ignored. */
export function splitAtMatches(text: string, query: string): TextPart[] {
  const { folded, origins } = fold(text)
  const marked = new Set<number>()
  for (const word of wordsOf(query)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      for (const origin of origins.slice(at, at + word.length)) marked.add(origin)
    }
  }
  const parts: { text: string; isMatch: boolean }[] = []
  for (const [at, character] of [...text].entries()) {
    const last = parts.at(-1)
    const isMatch = marked.has(at)
    if (last?.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
  }
  return parts
}

/** Leaves out excluded words, which no result contains, and the quotes of phrases. */
function wordsOf(query: string): string[] {
  const words = query.match(/-?"[^"]*"?|\S+/g) ?? []
  return words
    .filter((word) => !word.startsWith('-'))
    .map((word) => fold(word.replaceAll('"', '')).folded.trim())
    .filter((word) => word !== '')
}

/** Normalizes the text. One character may become several: `origins` maps each to the index of its source. */
function fold(text: string): { folded: string; origins: number[] } {
  let folded = ''
  const origins: number[] = []
  for (const [at, character] of [...text].entries()) {
    const plain = toHiragana(character.normalize('NFKC').toLowerCase())
    folded += plain
    for (let unit = 0; unit < plain.length; unit++) origins.push(at)
  }
  return { folded, origins }
}

const kanaDistance = 0x60

function toHiragana(text: string): string {
  return text.replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaDistance))
}
