import { parseArgs } from 'node:util'

export interface BenchArguments {
  readonly works: number
  /** The threshold; default from the benchmark's own table. */
  readonly min: number | undefined
  readonly covers: number | undefined
}

export function readArguments(): BenchArguments {
  const { values } = parseArgs({
    options: {
      works: { type: 'string', default: '100000' },
      min: { type: 'string' },
      covers: { type: 'string' },
    },
    strict: false,
  })
  return {
    works: parsePositive('--works', String(values.works)),
    min: values.min === undefined ? undefined : parsePositive('--min', String(values.min)),
    covers: values.covers === undefined ? undefined : parsePositive('--covers', String(values.covers)),
  }
}

/** Returns the value of a flag that accepts only `words`; undefined if it is not given. */
export function readChoice<Word extends string>(flag: string, words: readonly Word[]): Word | undefined {
  const { values } = parseArgs({ options: { [flag]: { type: 'string' } }, strict: false })
  const given = values[flag]
  if (given === undefined) return undefined
  const found = words.find((word) => word === given)
  if (found === undefined) {
    console.error(`--${flag} takes ${words.join(' or ')}, not "${given}"`)
    process.exit(1)
  }
  return found
}

/** Returns the value of a flag that takes a number above 0; undefined if it is not given. */
export function readNumber(flag: string): number | undefined {
  const { values } = parseArgs({ options: { [flag]: { type: 'string' } }, strict: false })
  const given = values[flag]
  return given === undefined ? undefined : parsePositive(`--${flag}`, String(given))
}

/** Returns the values of a flag that takes comma-separated numbers above 0; undefined if it is not given. */
export function readNumbers(flag: string): readonly number[] | undefined {
  const { values } = parseArgs({ options: { [flag]: { type: 'string' } }, strict: false })
  const given = values[flag]
  if (given === undefined) return undefined
  return String(given)
    .split(',')
    .map((text) => parsePositive(`--${flag}`, text))
}

function parsePositive(flag: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) {
    console.error(`${flag} takes a number above 0, not "${text}"`)
    process.exit(1)
  }
  return number
}
