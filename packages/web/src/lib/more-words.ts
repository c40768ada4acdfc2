/** The words of accounts and settings, for what stands on pages that do without them. */
import { use } from 'react'
import { loadMoreWords } from './i18n.ts'

let words: Promise<void> | undefined

/** The caller is drawn once they are there. Call it only where something is shown: nobody else has to load them. */
export function useMoreWords(): void {
  words ??= loadMoreWords()
  use(words)
}
