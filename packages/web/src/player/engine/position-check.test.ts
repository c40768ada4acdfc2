import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

const shelf = (count: number) => Array.from({ length: count }, (_, at) => itemOf(at))

test('a press of play waits for the position of another device, and a second press cancels it', async () => {
  const remembered = { queue: { items: shelf(3), index: 0 }, time: 14 }
  let check = Promise.withResolvers<void>()
  const ports = fakePorts({ remembered, catchUp: () => check.promise })
  const player = new Player<Item>(ports)
  player.togglePlay()
  expect(player.state).toMatchObject({ playing: false, waiting: true })
  player.togglePlay()
  check.resolve()
  await check.promise
  expect(player.state).toMatchObject({ playing: false, waiting: false })

  check = Promise.withResolvers()
  player.togglePlay()
  player.adopt({ items: shelf(3), index: 1 }, 73)
  check.resolve()
  await check.promise
  expect(ports.sound).toMatchObject({ url: '/media/1?link=0', time: 73, isPlaying: true })
  expect(player.state).toMatchObject({ playing: true, waiting: false })
  player.adopt({ items: shelf(3), index: 2 }, 5)
  expect(player.state.queue.index).toBe(1)
})

test('a position that the listener chose here is played without a look at other devices', () => {
  const remembered = { queue: { items: shelf(3), index: 0 }, time: 14 }
  const ports = fakePorts({ remembered, catchUp: () => new Promise(() => undefined) })
  const player = new Player<Item>(ports)
  player.seekTo(30)
  player.togglePlay()
  expect(ports.sound).toMatchObject({ time: 30, isPlaying: true })
})
