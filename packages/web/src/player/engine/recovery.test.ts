import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

function opened(count = 3) {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  player.playTracks(
    Array.from({ length: count }, (_, at) => itemOf(at)),
    0,
  )
  return { ports, player, sound: ports.sound }
}

test('a link that ended is renewed and the track goes on where it stopped', async () => {
  const { ports, player, sound } = opened()
  sound.tick(120)
  sound.fail()
  await ports.links.response()
  expect(sound).toMatchObject({ url: '/media/0?link=1', time: 120, isPlaying: true })
  expect(player.state.queue.index).toBe(0)
  expect(ports.failed).toEqual([])
})

test('a track that fails with a new link too is reported and skipped, without a third request', async () => {
  const { ports, player, sound } = opened(2)
  sound.fail()
  await ports.links.response()
  sound.fail()
  await ports.links.response()
  expect(ports.failed).toEqual(['0'])
  expect(ports.links.requested).toBe(1)
  expect(player.state.queue.index).toBe(1)
})

test('another new link is requested only once the last one was played', async () => {
  const { ports, player, sound } = opened(2)
  sound.tick(120)
  sound.fail()
  await ports.links.response()
  sound.tick(121)
  sound.fail()
  await ports.links.response()
  expect(ports.links.requested).toBe(2)
  // The first time update only reports the start position.
  sound.tick(121)
  sound.fail()
  await ports.links.response()
  expect(ports.links.requested).toBe(2)
  expect(ports.failed).toEqual(['0'])
  expect(player.state.queue.index).toBe(1)
})

test('a queue in which nothing can be heard comes to an end', async () => {
  const { ports, player, sound } = opened(5)
  for (let tries = 0; tries < 20 && sound.isPlaying; tries += 1) {
    sound.fail()
    await ports.links.response()
  }
  expect(player.state.playing).toBe(false)
  expect(ports.failed).toEqual(['0', '1', '2', '3', '4'])
  expect(ports.links.requested).toBe(5)
})

test.each(['refused', 'away'] as const)(
  'where links are %s it stops, skips nothing and begins anew on demand',
  async (is) => {
    const { ports, player, sound } = opened()
    sound.tick(30)
    sound.fail()
    await ports.links.say(is)
    expect(player.state).toMatchObject({ playing: false, waiting: false, time: 30, queue: { index: 0 } })
    player.togglePlay()
    sound.fail()
    await ports.links.response()
    expect(sound).toMatchObject({ url: '/media/0?link=1', time: 30, isPlaying: true })
  },
)

test('without a network it waits, and goes on where it was once there is one', async () => {
  const { ports, player, sound } = opened()
  sound.tick(30)
  sound.fail()
  await ports.links.say('offline')
  expect(player.state).toMatchObject({ playing: true, waiting: true, queue: { index: 0 } })
  for (let seconds = 0; seconds < 30; seconds += 5) {
    ports.clock.pass(5_000)
    await ports.links.say('offline')
  }
  ports.clock.pass(5_000)
  await ports.links.response()
  expect(player.state.waiting).toBe(false)
  expect(sound).toMatchObject({ url: '/media/0?link=1', time: 30, isPlaying: true })
  expect(ports.failed).toEqual([])
})

test('a network that is said to be back is tried at once, and one that never is ends the wait', async () => {
  const { ports, player, sound } = opened()
  sound.fail()
  await ports.links.say('offline')
  player.retry()
  await ports.links.response()
  expect(sound).toMatchObject({ url: '/media/0?link=1', isPlaying: true })
  sound.tick(5)
  sound.fail()
  for (let tries = 0; tries < 200 && player.state.playing; tries += 1) {
    await ports.links.say('offline')
    ports.clock.pass(5_000)
  }
  expect(player.state).toMatchObject({ playing: false, waiting: false, queue: { index: 0 } })
})

test('a pause of the listener ends the wait for the network', async () => {
  const { ports, player, sound } = opened()
  sound.fail()
  await ports.links.say('offline')
  player.togglePlay()
  expect(player.state).toMatchObject({ playing: false, waiting: false })
  ports.clock.pass(5_000)
  await ports.links.response()
  expect(sound.isPlaying).toBe(false)
})

test('a response for a track that is no longer played changes nothing', async () => {
  const { ports, player, sound } = opened()
  sound.fail()
  player.jumpTo(2)
  await ports.links.response()
  expect(sound.url).toBe('/media/2?link=0')
  expect(player.state.queue.index).toBe(2)
})
