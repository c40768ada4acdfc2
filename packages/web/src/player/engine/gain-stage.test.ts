import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

const gain = fc.double({ min: 0, max: 1, noNaN: true })
const change = fc.oneof(
  fc.record({ volume: gain }),
  fc.record({ fade: gain }),
  fc.record({ level: fc.double({ min: 0, max: 3, noNaN: true }) }),
)

test('whatever sets one gain leaves the others, before there is a sound and after', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (before, after) => {
      const ports = fakePorts()
      const player = new Player<Item>({ ...ports, levelOf: () => 0.5 })
      for (const one of before) player.gains.set(one)
      player.playTracks([itemOf(0)], 0)
      for (const one of after) player.gains.set(one)
      const last = { volume: 1, fade: 1, level: 1 }
      Object.assign(last, ...before, { level: 0.5 }, ...after)
      expect(ports.sound.volume).toBe(Math.min(1, last.volume * last.fade * last.level))
    }),
  )
})

test('each work is heard at its own level', () => {
  const ports = fakePorts()
  const player = new Player<Item>({ ...ports, levelOf: ({ track }) => (track.id === '1' ? 0.25 : 1) })
  player.gains.set({ volume: 0.5 })
  player.playTracks([itemOf(0), itemOf(1)], 0)
  expect(ports.sound.volume).toBe(0.5)
  player.nextTrack()
  expect(ports.sound.volume).toBe(0.125)
})
