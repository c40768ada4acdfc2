import { expect, test } from 'vitest'
import type { ResumePoint, SleepTrail } from './asleep.rules.ts'
import { Player } from './player.ts'
import { SleepDetector } from './sleep-detector.ts'
import { SleepTimer } from './sleep-timer.ts'
import { fakePorts, type Item, itemOf } from './testing/fake-ports.ts'

/** A player with tracks of 300 seconds. Its clock starts at 23:00. */
function bed() {
  const ports = fakePorts()
  const player = new Player<Item>(ports)
  let stored: SleepTrail | undefined
  let offered: readonly ResumePoint[] = []
  const evening = Date.parse('2026-05-01T23:00:00.000Z')
  const drowsiness = new SleepDetector({
    now: () => evening + ports.clock.now,
    clockAt: (ms) => new Date(ms).toISOString().slice(11, 16),
    player: () => player.state,
    recall: () => stored,
    remember: (trail) => {
      stored = trail
    },
    offer: (ways) => {
      offered = ways
    },
  })
  const timer = new SleepTimer({
    now: () => ports.clock.now,
    later: (ms, act) => ports.clock.later(ms, act),
    player: () => player.state,
    pause: () => player.pause(),
    play: () => player.play(),
    setFade: () => {},
    rewind: () => {},
    automatic: () => undefined,
    publish: (state) => drowsiness.onTimer(state),
  })
  player.join(timer)
  player.join(drowsiness)
  player.playTracks(
    Array.from({ length: 40 }, (_, at) => itemOf(at)),
    0,
  )
  drowsiness.touch()
  const listen = (seconds: number) => {
    for (let passed = 0; passed < seconds && ports.sound.isPlaying; passed += 1) {
      ports.clock.pass(1_000)
      if (ports.sound.time + 1 >= 300) ports.sound.end()
      else ports.sound.tick(ports.sound.time + 1)
    }
  }
  const ways = () => offered.map(({ to, point }) => [to, point.trackId, Math.round(point.at)])
  return { drowsiness, timer, player, listen, ways, sleep: (ms: number) => ports.clock.pass(ms) }
}

const night = 8 * 3_600_000

test('after a timer both the last press and the beginning of the timer are offered', () => {
  const { drowsiness, timer, listen, ways, sleep } = bed()
  listen(100)
  timer.start({ type: 'minutes', minutes: 20 })
  drowsiness.touch()
  listen(900)
  drowsiness.touch()
  listen(900)
  drowsiness.stir()
  expect(ways()).toEqual([])
  sleep(night)
  drowsiness.stir()
  expect(ways()).toEqual([
    ['touched', itemOf(3).track.id, 100],
    ['timer', itemOf(0).track.id, 100],
  ])
})

test('a timer that was taken back is none', () => {
  const { drowsiness, timer, player, listen, ways, sleep } = bed()
  timer.start({ type: 'minutes', minutes: 20 })
  listen(60)
  timer.stop()
  drowsiness.touch()
  listen(200)
  player.pause()
  drowsiness.touch()
  sleep(night)
  drowsiness.stir()
  expect(ways()).toEqual([])
})

test('who wakes while it still sounds is led back, though the press that woke them is the last one now', () => {
  const { drowsiness, listen, ways } = bed()
  listen(50)
  drowsiness.stir()
  listen(5_400)
  drowsiness.stir()
  expect(ways()).toEqual([['touched', itemOf(0).track.id, 50]])
})
