/** What a scan could not take in, and why: it goes on, and tells. */

import { printablePath } from '../../../lib/printable.rules.ts'

export const faultSentences = {
  unreadable: 'cannot be read',
  invalidName: 'its name is not valid UTF-8',
  notPlain: 'is not a plain file',
  brokenLink: 'a link to nothing',
  linkOutside: 'a link that leads out of the folder',
  linkLoop: 'a link that leads back to a folder above it',
  linkCounted: 'a link to what is counted already, where it lies or at another link',
  tooDeep: 'lies too many folders deep',
  empty: 'is empty',
  notAudio: 'is not audio, whatever its name says',
  brokenAudio: 'is damaged audio',
  overBudget: 'takes too long to read: it is kept without its tags and its length',
  formatUnplayable: 'is in a format that browsers cannot play: convert it to listen',
  nothingPlayable: 'holds nothing that can be played',
  changing: 'is being written: scan again once it is whole',
  duplicate: 'the work is already in another storage',
  copy: 'the same sound is already in another folder of the work',
  brokenPicture: 'is not a picture that can be read',
} as const

export type FaultReason = keyof typeof faultSentences

export interface Fault {
  /** Below the storage's root; control characters, and bytes that are no text, show as U+FFFD. */
  readonly path: string
  readonly reason: FaultReason
}

/** So many are kept; the count is exact. */
export const maxFaultsKept = 1000

export interface Faults {
  readonly add: (path: string, reason: FaultReason) => void
  readonly list: () => readonly Fault[]
  readonly count: () => number
}

export function collectFaults(): Faults {
  const kept: Fault[] = []
  let count = 0
  return {
    add: (path, reason) => {
      count += 1
      if (kept.length < maxFaultsKept) kept.push({ path: printablePath(path), reason })
    },
    list: () => kept,
    count: () => count,
  }
}
