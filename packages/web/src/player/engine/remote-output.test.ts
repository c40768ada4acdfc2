import { expect, test } from 'vitest'
import { type OutputElement, type OutputState, RemoteOutput } from './remote-output.ts'

class Remote extends EventTarget {
  prompted = 0
  readonly #refusal: string | undefined
  #say: ((isThere: boolean) => void) | undefined

  constructor(refusal?: string) {
    super()
    this.#refusal = refusal
  }

  async watchAvailability(say: (isThere: boolean) => void): Promise<number> {
    if (this.#refusal) throw new DOMException('no', this.#refusal)
    this.#say = say
    return 1
  }

  async prompt(): Promise<void> {
    this.prompted += 1
    throw new DOMException('closed', 'NotAllowedError')
  }

  found(): void {
    this.#say?.(true)
  }
}

class Castable extends EventTarget implements OutputElement {
  readonly remote: Remote
  constructor(remote: Remote) {
    super()
    this.remote = remote
  }
}

class AppleElement extends EventTarget {
  webkitCurrentPlaybackTargetIsWireless = false
  shown = 0
  webkitShowPlaybackTargetPicker(): void {
    this.shown += 1
  }
}

function watched(element: OutputElement) {
  const states: OutputState[] = []
  const output = new RemoteOutput([element], (state) => states.push(state))
  return { output, states }
}

test('a device that is found can be chosen, and closing the list chooses nothing', async () => {
  const remote = new Remote()
  const element = new Castable(remote)
  const { output, states } = watched(element)
  expect(states).toEqual([])
  remote.found()
  remote.found()
  output.choose(element)
  remote.dispatchEvent(new Event('connect'))
  expect(output.isElsewhere).toBe(true)
  remote.dispatchEvent(new Event('disconnect'))
  expect(states).toEqual([
    { canChoose: true, isElsewhere: false },
    { canChoose: true, isElsewhere: true },
    { canChoose: true, isElsewhere: false },
  ])
  expect(remote.prompted).toBe(1)
})

test('where devices are not looked for in the background the list is offered, where it is forbidden not', async () => {
  const looked = watched(new Castable(new Remote('NotSupportedError')))
  const forbidden = watched(new Castable(new Remote('InvalidStateError')))
  await new Promise((resolve) => setImmediate(resolve))
  expect(looked.states).toEqual([{ canChoose: true, isElsewhere: false }])
  expect(forbidden.states).toEqual([])
})

test('Safari has events and a list of its own', () => {
  const element = new AppleElement()
  const { output, states } = watched(element)
  const available = Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), {
    availability: 'available',
  })
  element.dispatchEvent(available)
  output.choose(element)
  element.webkitCurrentPlaybackTargetIsWireless = true
  element.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
  expect(element.shown).toBe(1)
  expect(states.at(-1)).toEqual({ canChoose: true, isElsewhere: true })
})

test('a browser without either is left alone', () => {
  const element = new EventTarget()
  const { output, states } = watched(element)
  output.choose(element)
  expect(states).toEqual([])
})
