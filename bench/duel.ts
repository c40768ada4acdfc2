/** Runs the same queries on the index and its rivals, in turn; results are compared before anything is timed. */
import { isDeepStrictEqual } from 'node:util'
import { microseconds, printTable, quantile } from './report.ts'

export interface Duel {
  readonly name: string
  readonly index: () => unknown
  /** The rivals by name; each must return the same as the index, unless it runs another query (`isAlike` false). */
  readonly rivals: Readonly<Record<string, () => unknown>>
  readonly isAlike?: boolean
}

export interface DuelOutcome {
  /** Ratios of medians, rival to index, by rival and name of the query. */
  readonly ratios: Readonly<Record<string, number>>
  readonly different: number
}

const warmRounds = 15

export function runDuels(title: string, duels: readonly Duel[], rounds: number): DuelOutcome {
  let different = 0
  for (const { name, index, rivals, isAlike = true } of duels) {
    for (const [rival, response] of Object.entries(rivals)) {
      const same = !isAlike || isDeepStrictEqual(index(), response())
      if (!same) console.log(`DIFFERENT: ${name}, ${rival}`)
      if (!same) different += 1
    }
  }
  for (let round = 0; round < warmRounds; round++) for (const { index } of duels) index()
  const samples = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const { name, index, rivals } of duels) {
      for (const [engine, act] of Object.entries({ index, ...rivals }))
        recordTime(samples, `${name}|${engine}`, act)
    }
  }
  return { ratios: report(title, duels, samples), different }
}

function recordTime(samples: Map<string, number[]>, name: string, act: () => unknown): void {
  const start = performance.now()
  act()
  samples.set(name, [...(samples.get(name) ?? []), performance.now() - start])
}

function report(title: string, duels: readonly Duel[], samples: ReadonlyMap<string, number[]>) {
  const ratios: Record<string, number> = {}
  const names = [...new Set(duels.map(({ name }) => name))]
  const rows = names.map((name) => {
    const rivals = duels.find((duel) => duel.name === name)?.rivals ?? {}
    const median = (engine: string) => quantile(samples.get(`${name}|${engine}`) ?? [], 0.5)
    const row: Record<string, string> = { query: name, index: microseconds(median('index')) }
    for (const rival of Object.keys(rivals)) {
      const ratio = median(rival) / median('index')
      ratios[`${rival}|${name}`] = ratio
      row[rival] = microseconds(median(rival))
      row[`${rival} ratio`] = `${ratio.toFixed(1)} ×`
    }
    return row
  })
  printTable(title, rows)
  return ratios
}
