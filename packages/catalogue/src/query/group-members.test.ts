import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typescriptKernel } from '../kernel/typescript.ts'
import { type Arena, countedBits, createArena, createBits, setBit } from '../memory/arena.ts'
import { simdKernel } from '../testing/generation-of.ts'
import { findGroupMembers } from './group-members.ts'

const size = 3
const groupCount = 120
const count = size * groupCount

/** The members of each group of three are far apart. */
const ordinalOf = (group: number, at: number) => at * groupCount + ((group * 7) % groupCount)

function groupsIn(arena: Arena) {
  const groupOf = new Map<number, number>()
  for (let group = 0; group < groupCount; group++)
    for (let at = 0; at < size; at++) groupOf.set(ordinalOf(group, at), group)
  const members = [...groupOf.keys()].sort((a, b) => a - b)
  const [offsets, ordinals] = [arena.uint32(groupCount + 1), arena.uint32(count)]
  offsets.forEach((_, group) => {
    offsets[group] = group * size
  })
  ordinals.forEach((_, at) => {
    ordinals[at] = ordinalOf(Math.floor(at / size), at % size)
  })
  return {
    offsets,
    ordinals,
    groups: {
      ...countedBits(arena, count, members),
      of: Uint32Array.from(members, (ordinal) => groupOf.get(ordinal) ?? 0),
    },
  }
}

const kernels = { typescript: () => typescriptKernel, simd: simdKernel }

test.each(Object.entries(kernels))(
  'members beside the shown one are found group by group, whether few or many groups have some: %s',
  (_, kernelOver) => {
    const arena = createArena()
    const kernel = kernelOver(arena)
    const groups = groupsIn(arena)
    const room = arena.int32(count + 1)
    const some = fc.uniqueArray(fc.nat(groupCount - 1), { maxLength: groupCount, size: 'max' })
    const few = fc.uniqueArray(fc.nat(groupCount - 1), { maxLength: 4 })
    fc.assert(
      fc.property(fc.oneof(some, few), fc.boolean(), (chosen, hasTwo) => {
        const [shown, beside] = [createBits(arena, count), createBits(arena, count)]
        for (let group = 0; group < groupCount; group++) setBit(shown, ordinalOf(group, 1))
        for (const group of chosen) {
          setBit(beside, ordinalOf(group, 0))
          if (hasTwo) setBit(beside, ordinalOf(group, 2))
        }
        expect([...findGroupMembers(kernel, groups, { shown, beside, room })]).toEqual(
          chosen
            .toSorted((a, b) => a - b)
            .flatMap((group) => [~(group * size + 1), group * size, ...(hasTwo ? [group * size + 2] : [])]),
        )
      }),
    )
  },
)
