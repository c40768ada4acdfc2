import type { ImportReport } from '@koedana/contract/own-data.ts'

export interface ImportCounter {
  readonly count: (imported: number, unchanged: number) => void
  /** Reports an ID as unmatched. Missing and hidden items are not distinguished, so that the report reveals nothing hidden. */
  readonly miss: (id: string) => void
  readonly refuse: (name: string) => void
  readonly finish: () => ImportReport
}

const maxNamed = 200

export function createImportCounter(): ImportCounter {
  let [imported, unchanged] = [0, 0]
  const missed = new Set<string>()
  const refused = new Set<string>()
  return {
    count: (news, same) => {
      imported += news
      unchanged += same
    },
    miss: (id) => missed.add(id),
    refuse: (name) => refused.add(name),
    finish: () => ({
      imported,
      unchanged,
      unmatched: [...missed].slice(0, maxNamed),
      unmatchedCount: missed.size,
      refused: [...refused].slice(0, maxNamed),
    }),
  }
}
