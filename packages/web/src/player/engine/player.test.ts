import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { currentOf, type Queue } from './queue.rules.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

const shelf = (count: number) => Array.from({ length: count }, (_, at) => itemOf(at))

function opened(count = 3, index = 0) {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  player.playTracks(shelf(count), index)
  return { ports, player, sound: ports.sound }
}

test('makes no sound before something is to be heard, and one for all of it', () => {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  expect(ports.sound.made).toBe(0)
  player.playTracks(shelf(2), 0)
  player.nextTrack()
  expect(ports.sound.made).toBe(1)
  expect(ports.sound).toMatchObject({ url: '/media/1?link=0', isPlaying: true })
})

test('goes on where it was left, without a sound until it is ordered to', () => {
  const remembered = { queue: { items: shelf(3), index: 2 }, time: 41.5 }
  const ports = fakePorts({ remembered, speeds: { W0: 1.5 } })
  const player = new Player<Item>(ports)
  expect(player.state).toMatchObject({ time: 41.5, speed: 1.5, playing: false, duration: 300 })
  expect(ports.sound.made).toBe(0)
  player.togglePlay()
  expect(ports.sound).toMatchObject({ url: '/media/2?link=0', time: 41.5, speed: 1.5, isPlaying: true })
})

test('the end of a track begins the next one, and that of the last one nothing', () => {
  const { player, sound } = opened(2)
  sound.end()
  expect(player.state.queue.index).toBe(1)
  expect(player.state.playing).toBe(true)
  sound.end()
  expect(player.state.queue.index).toBe(1)
  expect(player.state.playing).toBe(false)
})

test('a step back leads to the track before, and later in a track to its own beginning', () => {
  const { player, sound } = opened(2, 1)
  sound.tick(10)
  player.previousTrack()
  expect(player.state).toMatchObject({ time: 0, queue: { index: 1 } })
  expect(sound.time).toBe(0)
  player.previousTrack()
  expect(player.state.queue.index).toBe(0)
})

test('after a pause it goes on a little earlier, in the same chapter, and nowhere after a choice', () => {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  const chapters = [
    { start: 0, title: 'a' },
    { start: 95, title: 'b' },
  ]
  player.playTracks([{ ...itemOf(0), track: { ...itemOf(0).track, chapters } }, itemOf(1)], 0)
  const paused = (ms: number, at: number) => {
    ports.sound.tick(at)
    player.togglePlay()
    ports.clock.pass(ms)
    player.togglePlay()
    return ports.sound.time
  }
  expect(paused(9_000, 60)).toBe(60)
  expect(paused(60_000, 61)).toBe(41)
  expect(paused(60_000, 100)).toBe(95)
  player.togglePlay()
  ports.clock.pass(60_000)
  player.seekTo(99)
  player.togglePlay()
  expect(ports.sound.time).toBe(99)
})

test('a queue and a track can repeat, and what is next is fetched before it begins', () => {
  const { player, sound } = opened(2, 1)
  player.changeRepeat('all')
  sound.tick(280)
  expect(sound.prepared).toBe('/media/0?link=0')
  sound.end()
  expect(player.state.queue.index).toBe(0)
  player.changeRepeat('one')
  sound.end()
  expect(player.state).toMatchObject({ queue: { index: 0 }, playing: true })
})

test('another queue leaves what plays alone where that is in it', () => {
  const { player, sound } = opened(3, 1)
  sound.tick(40)
  player.setQueue({ items: [itemOf(1), itemOf(0)], index: 0 })
  expect(sound).toMatchObject({ url: '/media/1?link=0', time: 40, isPlaying: true })
  player.setQueue({ items: [itemOf(2)], index: 0 })
  expect(sound).toMatchObject({ url: '/media/2?link=0', time: 0 })
})

test('the place is remembered as it goes, and with every act', () => {
  const { ports, player, sound } = opened()
  sound.tick(4.9)
  expect(ports.remembered().time).toBe(0)
  sound.tick(5.1)
  expect(ports.remembered().time).toBe(5.1)
  player.nextTrack()
  expect(ports.remembered()).toMatchObject({ time: 0, queue: { index: 1 } })
  player.clearQueue()
  expect(ports.remembered().queue.items).toEqual([])
})

test('the system learns what plays, and its buttons do what those of the page do', () => {
  const { ports, player, sound } = opened()
  expect(ports.described).toBe('0')
  ports.actions().next()
  expect(ports.described).toBe('1')
  ports.actions().seek(12)
  expect(sound.time).toBe(12)
  ports.actions().pause()
  expect(player.state.playing).toBe(false)
  player.changeSpeed(2)
  expect(ports.speeds).toEqual({ W0: 2 })
})

type Act =
  | { readonly type: 'play' | 'jump' | 'remove'; readonly at: number }
  | { readonly type: 'seek' | 'skip' | 'tick'; readonly at: number }
  | {
      readonly type:
        | 'next'
        | 'previous'
        | 'toggle'
        | 'end'
        | 'fail'
        | 'respond'
        | 'refuse'
        | 'offline'
        | 'wait'
        | 'clear'
      readonly at: number
    }

const acts = fc.array(
  fc.record({
    type: fc.constantFrom<Act['type']>(
      ...(['play', 'jump', 'remove', 'seek', 'skip', 'tick', 'next', 'previous'] as const),
      ...(['toggle', 'end', 'fail', 'respond', 'refuse', 'offline', 'wait', 'clear'] as const),
    ),
    at: fc.integer({ min: -5, max: 400 }),
  }),
  { maxLength: 40 },
)

async function perform(
  { player, ports, sound }: ReturnType<typeof opened>,
  { type, at }: Act,
): Promise<void> {
  const index = at % 6
  const done: Readonly<Record<Act['type'], () => unknown>> = {
    play: () => player.playTracks(shelf(1 + (Math.abs(at) % 5)), index),
    jump: () => player.jumpTo(index),
    remove: () => player.removeAt(index),
    seek: () => player.seekTo(at),
    skip: () => player.skip(at),
    tick: () => sound.tick(Math.max(0, at)),
    next: () => player.nextTrack(),
    previous: () => player.previousTrack(),
    toggle: () => player.togglePlay(),
    end: () => sound.end(),
    fail: () => sound.fail(),
    respond: () => ports.links.response(),
    refuse: () => ports.links.say('refused'),
    offline: () => ports.links.say('offline'),
    wait: () => ports.clock.pass(1_000 * Math.abs(at)),
    clear: () => player.clearQueue(),
  }
  await done[type]()
}

const isWhole = ({ items, index }: Queue<Item>) =>
  items.length === 0 ? index === 0 : index >= 0 && index < items.length

test('whatever is done in whatever order: what sounds is what is shown, and what is shown is remembered', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const here = opened()
      const { player, ports, sound } = here
      for (const act of all) {
        const indexBefore = player.state.queue.index
        await perform(here, act)
        const { queue, time, duration, playing } = player.state
        expect(isWhole(queue)).toBe(true)
        expect(playing).toBe(sound.isPlaying)
        expect(time).toBeGreaterThanOrEqual(0)
        if (act.type === 'seek' || act.type === 'skip') expect(time).toBeLessThanOrEqual(duration || time)
        if (playing) expect(sound.track).toBe(currentOf(queue)?.track.id)
        expect(ports.published()).toBe(player.state)
        expect(ports.remembered().queue).toEqual(queue)
        // No step skips a track, whatever fails.
        if (act.type === 'next' || act.type === 'end' || act.type === 'fail')
          expect(queue.index - indexBefore).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('what becomes of the sound is reported: choices, time that sounds, stops and ends', () => {
  const { ports, player, sound } = opened(2)
  sound.tick(4)
  player.seekTo(120)
  sound.tick(121)
  player.togglePlay()
  player.togglePlay()
  sound.tick(299)
  sound.end()
  sound.tick(1)
  player.clearQueue()
  expect(ports.progressed).toEqual([
    'chose 0 at 0',
    'sounds 0 at 4',
    'chose 0 at 120',
    'sounds 0 at 121',
    'stopped 0 at 121',
    'sounds 0 at 299',
    'stopped 0 at 299',
    'ended 0 at 300',
    'sounds 1 at 1',
    'stopped 1 at 1',
    'stopped 1 at 1',
  ])
})

test('a queue that goes on from where it was left is no choice of a position', () => {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  player.playTracks(shelf(3), 1, { at: 41, isResumed: true })
  ports.sound.tick(42)
  expect(ports.sound).toMatchObject({ url: '/media/1?link=0', time: 42 })
  expect(ports.progressed).toEqual(['sounds 1 at 42'])
  player.playTracks(shelf(3), 1, { at: 60, isResumed: false })
  expect(ports.progressed.at(-1)).toBe('chose 1 at 60')
})
