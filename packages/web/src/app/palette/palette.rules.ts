/** Ranks commands by a query, best match first. */

export interface Rankable {
  readonly title: string
  /** Further search terms, in any language. */
  readonly also?: string
}

/** Returns the commands that match every word of the query, the best first; all of them for an empty query. */
export function rankCommands<Command extends Rankable>(
  commands: readonly Command[],
  query: string,
): readonly Command[] {
  const words = wordsOf(query)
  if (words.length === 0) return commands
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ command }) => command)
}

const foldText = (text: string): string => text.normalize('NFKC').toLowerCase()

const wordsOf = (query: string): readonly string[] => foldText(query).split(/\s+/).filter(Boolean)

/** Returns 0 if a word is not found. */
function scoreOf({ title, also = '' }: Rankable, words: readonly string[]): number {
  const scores = words.map((word) => {
    return Math.max(scoreIn(foldText(title), word, titleScores), scoreIn(foldText(also), word, otherScores))
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

interface Scores {
  readonly start: number
  readonly wordStart: number
  readonly inside: number
}

const titleScores: Scores = { start: 8, wordStart: 5, inside: 2 }
const otherScores: Scores = { start: 4, wordStart: 4, inside: 1 }

function scoreIn(text: string, word: string, { start, wordStart, inside }: Scores): number {
  const at = text.indexOf(word)
  if (at < 0) return 0
  if (at === 0) return start
  return /[\s:：]/.test(text[at - 1] ?? '') ? wordStart : inside
}

/** Returns the minutes in a query such as “sleep 25”, from 1 to 600; undefined otherwise. */
export function parseMinutes(query: string): number | undefined {
  const minutes = Number(/(?:^|\D)(\d{1,3})\s*\D{0,3}$/.exec(foldText(query))?.[1] ?? 0)
  return minutes >= 1 && minutes <= 600 ? minutes : undefined
}

/** Returns the term of a query such as “exclude rain”, “排除 雨” or “雨 を除外”; undefined for other queries. */
export function parseExclusion(query: string, word: string): string | undefined {
  const text = foldText(query).trim()
  const sign = foldText(word)
  const part = text.startsWith(sign)
    ? text.slice(sign.length)
    : text.endsWith(sign)
      ? text.slice(0, -sign.length).replace(/\s*を$/, '')
      : ''
  return part.trim() || undefined
}
