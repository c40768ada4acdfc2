import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedBits, createArena, createBits, set } from '../memory/arena.ts'
import { membersBeside } from './edition-groups.ts'

const size = 3
const groupCount = 120
const count = size * groupCount

/** Groups of three whose members lie far apart. */
const ordinalOf = (group: number, at: number) => at * groupCount + ((group * 7) % groupCount)

function groupsIn(arena: ReturnType<typeof createArena>) {
  const groupOf = new Map<number, number>()
  for (let group = 0; group < groupCount; group++)
    for (let at = 0; at < size; at++) groupOf.set(ordinalOf(group, at), group)
  const members = [...groupOf.keys()].sort((a, b) => a - b)
  return {
    offsets: Uint32Array.from({ length: groupCount + 1 }, (_, group) => group * size),
    ordinals: Uint32Array.from({ length: count }, (_, at) => ordinalOf(Math.floor(at / size), at % size)),
    groups: {
      ...countedBits(arena, count, members),
      of: Uint32Array.from(members, (ordinal) => groupOf.get(ordinal) ?? 0),
    },
  }
}

test('members beside the shown one are found group by group, whether few or many groups have some', () => {
  const arena = createArena()
  const groups = groupsIn(arena)
  const room = new Int32Array(count + 1)
  const some = fc.uniqueArray(fc.nat(groupCount - 1), { maxLength: groupCount, size: 'max' })
  const few = fc.uniqueArray(fc.nat(groupCount - 1), { maxLength: 4 })
  fc.assert(
    fc.property(fc.oneof(some, few), fc.boolean(), (chosen, hasTwo) => {
      const [shown, beside] = [createBits(arena, count), createBits(arena, count)]
      for (let group = 0; group < groupCount; group++) set(shown, ordinalOf(group, 1))
      for (const group of chosen) {
        set(beside, ordinalOf(group, 0))
        if (hasTwo) set(beside, ordinalOf(group, 2))
      }
      const besideTotal = chosen.length * (hasTwo ? 2 : 1)
      expect([...membersBeside(groups, { shown, beside, besideTotal, room })]).toEqual(
        chosen
          .toSorted((a, b) => a - b)
          .flatMap((group) => [~(group * size + 1), group * size, ...(hasTwo ? [group * size + 2] : [])]),
      )
    }),
  )
})
