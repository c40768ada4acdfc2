import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandTimeoutMs, ownerTimeoutMs, type TabMessage, Tabs } from './tabs.ts'
import { FakeClock } from './testing/fake-clock.ts'

interface Sounding {
  readonly playing: boolean
  readonly of: string
}
type Command = 'toggle'

/** Tabs of one browser, each with a player. Messages are queued until they are delivered. */
function browser() {
  const clock = new FakeClock()
  const waiting: TabMessage<Sounding, Command>[] = []
  const open: ReturnType<typeof openTab>[] = []
  function openTab(id: string) {
    let playing = false
    const here = (): Sounding => ({ playing, of: id })
    const tab = { id, shown: here(), isGone: false, tookOver: 0, playing: () => playing, here }
    const become = (next: boolean) => {
      playing = next
      if (playing) tabs.sounds(here())
      if (!tabs.isRemote) {
        tabs.changed(here())
        tab.shown = here()
      }
    }
    const tabs = new Tabs<Sounding, Command>({
      id,
      now: () => clock.now,
      later: (ms, act) => clock.later(ms, () => tab.isGone || act()),
      post: (message) => waiting.push(message),
      perform: () => become(!playing),
      show: (state) => {
        tab.shown = state
      },
      isMoving: (state) => state.playing,
      yield: () => {
        playing = false
      },
      takeOver: () => {
        tab.tookOver += 1
        become(false)
      },
    })
    return { ...tab, tab, tabs, press: () => tabs.perform('toggle') }
  }
  return {
    clock,
    add: () => {
      const one = openTab(`tab ${open.length}`)
      open.push(one)
      return one
    },
    open,
    deliver: () => {
      for (const { tab, tabs, here } of open) if (!tab.isGone) tabs.changed(here())
      for (let message = waiting.shift(); message; message = waiting.shift()) {
        for (const { tab, tabs, here } of open) if (!tab.isGone) tabs.receive(message, here)
      }
    },
  }
}

test('a second tab shows what the first plays, and its buttons act there', () => {
  const { add, deliver } = browser()
  const first = add()
  first.press()
  const second = add()
  deliver()
  expect(second.tab.shown).toEqual({ playing: true, of: 'tab 0' })
  second.press()
  deliver()
  expect(first.playing()).toBe(false)
  expect(second.tab.shown).toEqual({ playing: false, of: 'tab 0' })
  second.press()
  deliver()
  expect([first.playing(), second.playing()]).toEqual([true, false])
})

test('the tab that sounded is closed: another one goes on by itself', () => {
  const { add, deliver } = browser()
  const first = add()
  first.press()
  const second = add()
  deliver()
  first.tabs.leave()
  first.tab.isGone = true
  deliver()
  expect(second.tab.tookOver).toBe(1)
  second.press()
  expect(second.playing()).toBe(true)
})

test('a tab that died handles no press, which is then done here', () => {
  const { add, deliver, clock } = browser()
  const first = add()
  first.press()
  const second = add()
  deliver()
  first.tab.isGone = true
  second.press()
  deliver()
  expect(second.playing()).toBe(false)
  clock.pass(commandTimeoutMs)
  expect(second.playing()).toBe(true)
})

test('a tab that died while it sounded is noticed, and one that still sounds is not taken for dead', () => {
  const { add, deliver, clock } = browser()
  const first = add()
  first.press()
  const second = add()
  deliver()
  clock.pass(ownerTimeoutMs - 1)
  first.tabs.changed(first.here())
  deliver()
  clock.pass(ownerTimeoutMs - 1)
  expect(second.tab.shown.playing).toBe(true)
  first.tab.isGone = true
  clock.pass(1)
  expect(second.tab.tookOver).toBe(1)
  expect(second.tab.shown.playing).toBe(false)
})

const acts = fc.array(
  fc.record({ type: fc.constantFrom('open', 'press', 'close', 'deliver', 'pass'), at: fc.nat(5) }),
  { maxLength: 40 },
)

test('whatever is opened, pressed and closed: once all is said, one tab sounds at most, and all show the same', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const { add, open, deliver, clock } = browser()
      add()
      for (const { type, at } of all) {
        const one = open[at % open.length]
        if (type === 'open' && open.length < 5) add()
        else if (type === 'deliver') deliver()
        else if (type === 'pass') clock.pass(at * 300)
        else if (one && !one.tab.isGone && type === 'press') one.press()
        else if (one && type === 'close') {
          one.tabs.leave()
          one.tab.isGone = true
        }
      }
      deliver()
      for (let turns = 0; turns < 3; turns += 1) {
        clock.pass(commandTimeoutMs)
        deliver()
      }
      const here = open.filter(({ tab }) => !tab.isGone)
      const sounding = here.filter(({ playing }) => playing())
      expect(sounding.length).toBeLessThanOrEqual(1)
      for (const { tab } of here)
        if (sounding[0]) expect(tab.shown).toEqual({ playing: true, of: sounding[0].id })
    }),
  )
})
