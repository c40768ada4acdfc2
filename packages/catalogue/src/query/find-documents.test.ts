/** With so few letters, every pair occurs in many positions. Padding moves pairs beyond the positions that a byte can hold. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kernel } from '../kernel/kernel.ts'
import { typescriptKernel } from '../kernel/typescript.ts'
import { type Arena, createArena, createBits, fillBits } from '../memory/arena.ts'
import { simdKernel } from '../testing/generation-of.ts'
import { runOptions } from '../testing/property-runs.ts'
import { buildTextIndex, listOfPair, pairsOf, unitsOf, writeTexts } from '../text/text-index.ts'
import { findDocuments } from './find-documents.ts'

const letters = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('星', '雨', '森'), minLength: 1, maxLength, size: 'max' })
const padded = fc.tuple(fc.nat(140), letters(12)).map(([before, text]) => `${'空'.repeat(before)}${text}`)
const documents = fc.array(fc.array(fc.oneof(letters(8), padded), { maxLength: 3 }), { maxLength: 60 })

const kernels = { typescript: () => typescriptKernel, simd: simdKernel }

function filled(fields: readonly string[][], kernelOver: (arena: Arena) => Kernel) {
  const arena = createArena()
  const writer = writeTexts(arena, fields.length)
  for (const each of fields) writer.add(each)
  const index = buildTextIndex(arena, writer.finish())
  const [target, within] = [createBits(arena, fields.length), createBits(arena, fields.length)]
  fillBits(within, fields.length)
  const kernel = kernelOver(arena)
  const found = () => [...kernel.ordinals(target, kernel.count(target))]
  return { index, kernel, target, within, found }
}

const containing = (fields: readonly string[][], term: string) =>
  fields.flatMap((each, at) => (each.some((text) => text.includes(term)) ? [at] : []))

describe.each(Object.entries(kernels))('%s', (_, kernelOver) => {
  test('a term of any length is found in exactly the texts that contain it', () => {
    fc.assert(
      fc.property(documents, letters(7), (fields, term) => {
        const { index, kernel, target, within, found } = filled(fields, kernelOver)
        findDocuments(index, kernel, { target, term, within })
        expect(found()).toEqual(containing(fields, term))
      }),
      runOptions(500),
    )
  })

  test('any pair of a longer term leads to the same texts', () => {
    fc.assert(
      fc.property(documents, letters(7), fc.nat(), (fields, term, choice) => {
        fc.pre(term.length > 2)
        const { index, kernel, target, within, found } = filled(fields, kernelOver)
        const at = choice % (term.length - 1)
        const { start, end } = pairsOf(index, term.charCodeAt(at), term.charCodeAt(at + 1))
        const search = { within, texts: index.texts, term: unitsOf(term) }
        if (end > start) kernel.setMatching(target, { ...listOfPair(index, start), at }, search)
        expect(found()).toEqual(containing(fields, term))
      }),
      runOptions(500),
    )
  })
})
