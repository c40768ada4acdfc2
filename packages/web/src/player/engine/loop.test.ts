import { expect, test } from 'vitest'
import { Loop, type LoopState } from './loop.ts'
import { Player } from './player.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

function looping() {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  let shown: LoopState | undefined
  const loop = new Loop({
    player: () => player.state,
    goTo: (time) => player.goTo(time),
    publish: (state) => {
      shown = state
    },
  })
  player.join(loop)
  player.playTracks([itemOf(0), itemOf(1)], 0)
  return { ports, player, loop, sound: ports.sound, shown: () => shown }
}

test('from A to B again and again, until the third press', () => {
  const { loop, sound, shown, ports } = looping()
  sound.tick(20)
  loop.mark()
  expect(shown()).toEqual({ trackId: '0', from: 20, to: undefined })
  sound.tick(25)
  loop.mark()
  expect(sound.time).toBe(20)
  for (let rounds = 0; rounds < 3; rounds += 1) {
    sound.tick(24.9)
    expect(sound.time).toBe(24.9)
    sound.tick(25.1)
    expect(sound.time).toBe(20)
  }
  // The seek is not reported as a choice of the user.
  expect(ports.progressed.filter((said) => said.startsWith('chose'))).toEqual(['chose 0 at 0'])
  loop.mark()
  expect(shown()).toBe(undefined)
  sound.tick(26)
  expect(sound.time).toBe(26)
})

test('a passage of nothing is none, and one that ends before it begins begins anew', () => {
  const { loop, sound, shown } = looping()
  sound.tick(20)
  loop.mark()
  sound.tick(20.2)
  loop.mark()
  expect(shown()).toMatchObject({ from: 20.2, to: undefined })
  sound.tick(10)
  loop.mark()
  expect(shown()).toMatchObject({ from: 10, to: undefined })
})

test('another track has no passage', () => {
  const { loop, player, sound, shown } = looping()
  sound.tick(20)
  loop.mark()
  sound.tick(25)
  loop.mark()
  player.nextTrack()
  sound.tick(26)
  expect(shown()).toBe(undefined)
  expect(sound.time).toBe(26)
})
