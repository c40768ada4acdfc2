/** The output of every benchmark: a table, then one machine-readable line per threshold. */

export function printTable(title: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  console.log(`\n${title}`)
  const columns = Object.keys(rows[0] ?? {})
  const texts = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))]
  const widths = columns.map((_, at) => Math.max(...texts.map((row) => (row[at] ?? '').length)))
  for (const row of texts) {
    console.log(
      row.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join('  '),
    )
  }
}

export interface Result {
  readonly bar: string
  /** The ratio of two measurements, or of a figure to its limit. */
  readonly ratio: number
  readonly holds: boolean
}

/** Prints a result as JSON; a missed threshold makes the run fail. */
export function printResult({ bar, ratio, holds }: Result): void {
  console.log(`RESULT ${JSON.stringify({ bar, ratio: Number(ratio.toFixed(3)), holds })}`)
  if (!holds) process.exitCode = 1
}

export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const microseconds = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(0)} µs`
export const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MiB`
