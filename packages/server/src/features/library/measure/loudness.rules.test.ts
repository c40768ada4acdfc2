import { expect, test } from 'vitest'
import { parseLoudness } from './loudness.rules.ts'

const summary = (integrated: string, peak: string) => `[Parsed_ebur128_1 @ 0x55] Summary:

  Integrated loudness:
    I:         ${integrated} LUFS
    Threshold: -33.6 LUFS

  Loudness range:
    LRA:         5.1 LU

  True peak:
    Peak:        ${peak} dBFS
`

test.each([
  ['-23.4', '-1.2', { integrated: -2340, truePeak: -120 }],
  ['-14.0', '0.6', { integrated: -1400, truePeak: 60 }],
  ['-70.0', '-inf', { integrated: null, truePeak: null }],
  ['nan', '-3.0', { integrated: null, truePeak: -300 }],
])('%s LUFS and %s dBTP', (integrated, peak, loudness) => {
  expect(parseLoudness(summary(integrated, peak))).toEqual(loudness)
})

test('the last summary counts, and what is none says nothing', () => {
  const title = `  title: ${summary('-5.0', '9.0')}`
  expect(parseLoudness(title + summary('-20.0', '-2.0'))).toEqual({ integrated: -2000, truePeak: -200 })
  expect(parseLoudness('Invalid data found when processing input')).toBeUndefined()
})
