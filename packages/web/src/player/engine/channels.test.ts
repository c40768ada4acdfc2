import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gainsOf } from './channels.ts'

test('sound stays as loud, wherever it goes', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), (mono, swap) => {
      const { same, across } = gainsOf({ mono, swap })
      expect(same + across).toBe(1)
      if (mono) expect(same).toBe(across)
      else expect(across).toBe(swap ? 1 : 0)
    }),
  )
})
