import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { graceMs, type SleepState, SleepTimer, type SleepUntil } from './sleep-timer.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

interface Given {
  readonly chapters?: readonly number[]
  readonly works?: readonly string[]
  readonly automatic?: () => SleepUntil | undefined
}

/** A player with tracks of 300 seconds, and helpers to simulate playback. */
function sleeping({ chapters = [], works = [], automatic = () => undefined }: Given = {}) {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  let shown: SleepState | undefined
  const timer = new SleepTimer({
    now: () => ports.clock.now,
    later: (ms, act) => ports.clock.later(ms, act),
    player: () => player.state,
    pause: () => player.pause(),
    play: () => player.play(),
    setFade: (fade) => player.gains.set({ fade }),
    rewind: (seconds) => player.skip(-seconds),
    automatic,
    publish: (state) => {
      shown = state
    },
  })
  player.join(timer)
  const items = [0, 1, 2].map((at) => {
    const item = itemOf(at)
    const track = { ...item.track, chapters: chapters.map((start) => ({ start, title: '' })) }
    return { ...item, track, workId: works[at] ?? item.workId }
  })
  player.playTracks(items, 0)
  const listen = (seconds: number) => {
    for (let passed = 0; passed < seconds && ports.sound.isPlaying; passed += 1) {
      ports.clock.pass(1_000)
      const next = ports.sound.time + player.state.speed
      if (next >= 300) ports.sound.end()
      else ports.sound.tick(next)
    }
  }
  return { ports, player, timer, sound: ports.sound, listen, shown: () => shown }
}

test('minutes pass only while something sounds, the last one fades, and then it is silent', () => {
  const { timer, player, sound, listen, ports, shown } = sleeping()
  timer.start({ type: 'minutes', minutes: 2 })
  listen(50)
  player.pause()
  ports.clock.pass(3_600_000)
  player.play()
  listen(10)
  expect(shown()?.left).toBeCloseTo(60, 0)
  expect(sound.volume).toBe(1)
  listen(30)
  expect(sound.volume).toBeCloseTo(0.5, 1)
  listen(29)
  expect(sound.volume).toBe(0.1)
  listen(5)
  expect(sound).toMatchObject({ isPlaying: false, volume: 1 })
  expect(shown()).toMatchObject({ isOver: true, left: 0 })
})

test('who is awake in the last minute has ten more, and nobody before it', () => {
  const { timer, sound, listen, shown } = sleeping()
  timer.start({ type: 'minutes', minutes: 2 })
  listen(50)
  timer.stayAwake()
  expect(shown()?.left).toBeCloseTo(70, 0)
  listen(40)
  expect(sound.volume).toBeLessThan(1)
  timer.stayAwake()
  timer.stayAwake()
  expect(shown()?.left).toBeCloseTo(630, 0)
  expect(sound.volume).toBe(1)
})

test('a key while it is paused leaves the last minute as it is', () => {
  const { timer, player, listen, shown } = sleeping()
  timer.start({ type: 'minutes', minutes: 2 })
  listen(90)
  player.pause()
  timer.stayAwake()
  expect(shown()?.left).toBeCloseTo(30, 0)
})

test.each([{ type: 'minutes', minutes: 1 }, { type: 'tracks', count: 1 }, { type: 'work' }] as const)(
  'a timer of $type that nobody wanted longer ends where it was to end',
  (until) => {
    const { timer, listen, shown } = sleeping({ works: ['RJ1', 'RJ2'] })
    listen(250)
    timer.start(until)
    listen(20)
    const before = shown()
    timer.stayAwake()
    expect(before?.left).toBeLessThan(60)
    expect(shown()).toEqual(before)
  },
)

test('a press of play within two minutes begins it again, later it is forgotten', () => {
  const { timer, player, listen, ports, shown } = sleeping()
  timer.start({ type: 'minutes', minutes: 1 })
  listen(61)
  ports.clock.pass(graceMs - 1_000)
  player.play()
  expect(shown()).toMatchObject({ isOver: false, left: 60 })
  listen(61)
  ports.clock.pass(graceMs)
  expect(shown()).toBe(undefined)
  player.play()
  expect(shown()).toBe(undefined)
})

test('more and less time, while it runs', () => {
  const { timer, listen, shown } = sleeping()
  timer.start({ type: 'minutes', minutes: 5 })
  timer.extend(1)
  expect(shown()?.left).toBe(600)
  timer.extend(-1)
  timer.extend(-1)
  expect(shown()?.left).toBe(60)
  listen(5)
  timer.stop()
  expect(shown()).toBe(undefined)
})

test('the end of the track leaves the next one silent, ready for the morning', () => {
  const { timer, player, sound, listen, shown } = sleeping()
  timer.start({ type: 'tracks', count: 1 })
  listen(240)
  expect(shown()?.left).toBeCloseTo(60, 0)
  listen(59)
  expect(sound.volume).toBe(0.1)
  listen(5)
  expect(player.state).toMatchObject({ playing: false, time: 0, queue: { index: 1 } })
  expect(sound.volume).toBe(1)
})

test('after two tracks the third one stays silent', () => {
  const { timer, player, listen, shown } = sleeping()
  timer.start({ type: 'tracks', count: 2 })
  expect(shown()?.left).toBe(600)
  listen(310)
  expect(player.state).toMatchObject({ playing: true, queue: { index: 1 } })
  listen(600)
  expect(player.state).toMatchObject({ playing: false, queue: { index: 2 } })
})

test('at the end of the work the next one stays silent, however the queue is arranged meanwhile', () => {
  const { timer, player, listen, shown } = sleeping({ works: ['W0', 'W0', 'W1'] })
  timer.start({ type: 'work' })
  timer.extend(1)
  expect(shown()?.left).toBe(900)
  timer.start({ type: 'work' })
  expect(shown()?.left).toBe(600)
  listen(310)
  expect(player.state).toMatchObject({ playing: true, queue: { index: 1 } })
  player.setQueue({ items: player.state.queue.items.toSpliced(0, 1), index: 0 })
  listen(600)
  expect(player.state).toMatchObject({ playing: false, time: 0, queue: { index: 1 } })
  expect(shown()?.isOver).toBe(true)
})

test('the end of a chapter comes sooner at a higher speed, and one that is nearly over is not meant', () => {
  const { timer, player, sound, listen, shown } = sleeping({ chapters: [0, 100, 200] })
  player.changeSpeed(2)
  timer.start({ type: 'chapter' })
  expect(shown()?.left).toBe(50)
  listen(51)
  expect(sound.isPlaying).toBe(false)
  expect(sound.time).toBeCloseTo(100, -1)
  player.changeSpeed(1)
  player.seekTo(195)
  timer.start({ type: 'chapter' })
  expect(shown()?.left).toBe(105)
  timer.start({ type: 'chapter' })
  timer.extend(-1)
  expect(shown()?.left).toBe(105)
  player.seekTo(50)
  timer.start({ type: 'chapter' })
  timer.extend(1)
  expect(shown()?.left).toBe(150)
})

test('at night it begins by itself, and who fell asleep hears the last five minutes again', () => {
  const { player, listen, ports, sound, shown } = sleeping({
    automatic: () => ({ type: 'minutes', minutes: 4 }),
  })
  expect(shown()).toMatchObject({ left: 240 })
  listen(250)
  expect(sound.isPlaying).toBe(false)
  ports.clock.pass(graceMs + 1)
  player.play()
  expect(sound.time).toBe(0)
  expect(shown()).toMatchObject({ left: 240 })
})

test('one that was stopped by hand does not begin by itself again', () => {
  const { player, timer, shown } = sleeping({ automatic: () => ({ type: 'minutes', minutes: 4 }) })
  timer.stop()
  player.pause()
  player.play()
  expect(shown()).toBe(undefined)
})

const acts = fc.array(
  fc.record({
    type: fc.constantFrom(
      'start',
      'chapter',
      'tracks',
      'work',
      'more',
      'less',
      'stop',
      'listen',
      'pause',
      'play',
      'seek',
      'next',
    ),
    by: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 30 },
)

test('whatever is pressed: it never sounds when its time is over, and without a timer it is never quieter', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const { timer, player, sound, listen, shown } = sleeping({ chapters: [0, 90, 210] })
      const done = {
        start: (by: number) => timer.start({ type: 'minutes', minutes: by % 7 || 1 }),
        chapter: () => timer.start({ type: 'chapter' }),
        tracks: (by: number) => timer.start({ type: 'tracks', count: (by % 3) + 1 }),
        work: () => timer.start({ type: 'work' }),
        more: () => timer.extend(1),
        less: () => timer.extend(-1),
        stop: () => timer.stop(),
        listen,
        pause: () => player.pause(),
        play: () => player.play(),
        seek: (by: number) => player.seekTo(by % 299),
        next: () => player.nextTrack(),
      }
      for (const { type, by } of all) {
        done[type](by)
        const state = shown()
        if (state?.isOver) expect(sound.isPlaying).toBe(false)
        if (!state || state.isOver) expect(sound.volume).toBe(1)
        else expect(state.left ?? 0).toBeGreaterThanOrEqual(0)
        expect(sound.volume).toBeGreaterThanOrEqual(0.1)
      }
    }),
  )
})
