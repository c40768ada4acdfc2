/** The flags that every bench understands. */
import { parseArgs } from 'node:util'

export interface BenchArguments {
  /** How many works the catalogue has. */
  readonly works: number
  /** The bar; without it the one of the bench's own table. */
  readonly min: number | undefined
}

export function readArguments(): BenchArguments {
  const { values } = parseArgs({
    options: { works: { type: 'string', default: '100000' }, min: { type: 'string' } },
  })
  return {
    works: positive('--works', values.works),
    min: values.min === undefined ? undefined : positive('--min', values.min),
  }
}

function positive(flag: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) {
    console.error(`${flag} takes a number above 0, not "${text}"`)
    process.exit(1)
  }
  return number
}
