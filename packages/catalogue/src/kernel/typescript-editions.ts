/** Counts values of hidden editions per group, in plain TypeScript. */
import { hasBit } from '../memory/arena.ts'
import { noNumber } from '../model/edition-groups.ts'
import type { GroupTally, Kernel } from './kernel.ts'

export const editionLoops: Pick<Kernel, 'membersBeside' | 'addListsBeside' | 'addNumbersBeside'> = {
  membersBeside({ offsets, ordinals }, { shown, beside }, out) {
    let end = 0
    for (let group = 1, member = offsets[0]!; group < offsets.length; group++) {
      // The first position is reserved for the shown member.
      let next = end + 1
      for (const last = offsets[group]!; member < last; member++) {
        const ordinal = ordinals[member]!
        if (hasBit(beside, ordinal)) out[next++] = member
        else if (hasBit(shown, ordinal)) out[end] = ~member
      }
      if (next > end + 1) end = next
    }
    return end
  },
  addListsBeside(members, { offsets, keys }, tally) {
    let group = tally.first
    for (const member of members) {
      const isShown = member < 0
      if (isShown) group += 1
      const position = isShown ? ~member : member
      for (let link = offsets[position]!, end = offsets[position + 1]!; link < end; link++)
        countValue(tally, keys[link]!, { group, isShown })
    }
  },
  addNumbersBeside(members, numbers, tally) {
    let group = tally.first
    for (const member of members) {
      const isShown = member < 0
      if (isShown) group += 1
      const value = numbers[isShown ? ~member : member]!
      if (value !== noNumber) countValue(tally, value, { group, isShown })
    }
  },
}

function countValue(
  { met, counts }: GroupTally,
  value: number,
  { group, isShown }: { group: number; isShown: boolean },
): void {
  if (met[value] === group) return
  met[value] = group
  if (!isShown) counts[value]!++
}
