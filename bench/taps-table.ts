/** The table of all actions of an evening, slowest first, and whether each responds within its limit. */
import { printResult, printTable, quantile } from './report.ts'
import { longWork } from './taps-actions.ts'
import { type Evenings, type Interactions, runEvenings, type Samples } from './taps-evenings.ts'

interface TapLimit {
  readonly bar: string
  readonly rate: number
  readonly maxMs: number
  /** Prefix of the actions that it applies to. */
  readonly about: string
}

/** Limits of all actions at 1 × and at 4 ×, and of those during playback at 4 ×. */
const limits: readonly TapLimit[] = [
  { bar: 'taps at 1 x', rate: 1, maxMs: 100, about: '' },
  { bar: 'taps at 4 x', rate: 4, maxMs: 200, about: '' },
  { bar: 'taps of a listener at 4 x', rate: 4, maxMs: 100, about: `/work/${longWork} ` },
]
const maxSoundMs = 300

export async function judgeTaps(evenings: Evenings): Promise<void> {
  const { responses, interactions, sounds } = await runEvenings(evenings)
  printResponses(responses, evenings.runs)
  const slowest = Math.max(...responses.keys())
  printInteractions(slowest, responses.get(slowest) ?? new Map(), interactions.get(slowest) ?? new Map())
  for (const { bar, rate, maxMs, about } of limits) {
    const measured = [...(responses.get(rate) ?? [])].filter(([act]) => act.startsWith(about))
    if (measured.length > 0) judge(bar, new Map(measured), maxMs)
  }
  printSounds(sounds, evenings.runs)
  judge('sound', sounds, maxSoundMs)
}

function printResponses(responses: ReadonlyMap<number, Samples>, runs: number): void {
  const slowest = Math.max(...responses.keys())
  const acts = byMedian(responses.get(slowest) ?? new Map())
  printTable(
    `From a press to its painted response in ms, slowest first: the median of ${runs} at each speed of the processor, and their least and worst`,
    acts.map((act) => ({
      act,
      ...Object.fromEntries(
        [...responses].flatMap(([rate, measured]) => {
          const values = measured.get(act) ?? []
          const isLate = limits.some(
            (bound) => bound.rate === rate && act.startsWith(bound.about) && median(values) > bound.maxMs,
          )
          return [
            [`${rate} x`, `${Math.round(median(values))}${isLate ? ' !' : ''}`],
            [`least at ${rate} x`, Math.round(Math.min(...values))],
            [`worst at ${rate} x`, Math.round(Math.max(...values))],
          ]
        }),
      ),
    })),
  )
}

/** Prints the times by web-vitals next to ours; a dash means that the browser reported no interaction of at least 16 ms. */
function printInteractions(rate: number, responses: Samples, interactions: Interactions): void {
  const part = (act: string, name: 'inputDelay' | 'processing' | 'presentation') => {
    const measured = interactions.get(act)?.map((interaction) => interaction[name])
    return measured ? Math.round(median(measured)) : '–'
  }
  printTable(
    `What the wait at ${rate} x consists of by web-vitals in ms, medians, and the longest script of a long frame`,
    byMedian(responses).map((act) => ({
      act,
      'painted response': Math.round(median(responses.get(act) ?? [])),
      'input delay': part(act, 'inputDelay'),
      processing: part(act, 'processing'),
      presentation: part(act, 'presentation'),
      'longest script':
        interactions.get(act)?.find(({ longestScript }) => longestScript)?.longestScript ?? '–',
    })),
  )
}

function printSounds(sounds: Samples, runs: number): void {
  printTable(
    `From a press to sound in ms, the median of ${runs}`,
    byMedian(sounds).map((act) => ({ act, ms: Math.round(median(sounds.get(act) ?? [])) })),
  )
}

function judge(bar: string, measured: Samples, maxMs: number): void {
  const longest = Math.max(...[...measured.values()].map(median))
  printResult({ bar, ratio: maxMs / longest, holds: longest <= maxMs })
}

const median = (values: readonly number[]): number => quantile(values, 0.5)

const byMedian = (measured: Samples): string[] =>
  [...measured.keys()].toSorted(
    (one, other) => median(measured.get(other) ?? []) - median(measured.get(one) ?? []),
  )
