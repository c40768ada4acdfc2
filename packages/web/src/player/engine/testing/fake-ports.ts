/** Fake ports of the player that record their calls, and a sound that tests control. */
import type { MediaActions, SoundEvents } from '../page-ports.ts'
import type { Playable, PlayerPorts, PlayerState } from '../player-ports.ts'
import { emptyQueue, type Queue } from '../queue.rules.ts'
import type { RecoveryResult } from '../recovery.ts'
import { FakeClock } from './fake-clock.ts'

export type Item = Playable

const seconds = 300

/** Returns an item of a work with five tracks. */
export const itemOf = (at: number): Item => ({
  workId: 'W0',
  track: { id: String(at), url: `/media/${at}?link=0`, duration: seconds },
})

export interface FakePortsOptions {
  readonly remembered?: { readonly queue: Queue<Item>; readonly time: number }
  readonly speeds?: Record<string, number>
  readonly catchUp?: () => Promise<void> | undefined
}

export interface FakePorts extends PlayerPorts<Item> {
  readonly sound: FakeSound
  readonly links: FakeLinks
  readonly speeds: Readonly<Record<string, number>>
  readonly clock: FakeClock
  readonly failed: readonly string[]
  readonly described: string | undefined
  /** The progress events, such as `chose 2 at 0`. */
  readonly progressed: readonly string[]
  readonly remembered: () => { readonly queue: Queue<Item>; readonly time: number }
  readonly published: () => PlayerState<Item> | undefined
  readonly actions: () => MediaActions
}

export function fakePorts({
  remembered = { queue: emptyQueue, time: 0 },
  speeds = {},
  catchUp = () => undefined,
}: FakePortsOptions = {}): FakePorts {
  const [sound, links, clock] = [new FakeSound(), new FakeLinks(), new FakeClock()]
  const failed: string[] = []
  let [published, actions]: [PlayerState<Item> | undefined, MediaActions | undefined] = [undefined, undefined]
  let described: string | undefined
  const memory = fakeMemory(remembered, speeds)
  return {
    sound,
    links,
    clock,
    now: () => clock.now,
    later: (ms, act) => clock.later(ms, act),
    addressOf: ({ track }) => track.url,
    levelOf: () => 1,
    rewindAfter: (pausedMs) => (pausedMs < 10_000 ? 0 : 20),
    speeds,
    failed,
    catchUp,
    ...fakeProgress(),
    get described() {
      return described
    },
    remembered: memory.recallQueue,
    published: () => published,
    actions: () => {
      if (!actions) throw new Error('no actions were offered')
      return actions
    },
    makeSound: (events) => sound.listen(events),
    mend: (queue, failures) => links.ask(queue, failures),
    media: {
      offer: (offered) => {
        actions = offered
      },
      describe: ({ track }) => {
        described = track.id
      },
      reportPosition: () => {},
    },
    memory,
    reportFailed: ({ track }) => failed.push(track.id),
    publish: (state) => {
      published = state
    },
  }
}

function fakeMemory(
  remembered: NonNullable<FakePortsOptions['remembered']>,
  speeds: Record<string, number>,
): FakePorts['memory'] {
  let kept = remembered
  let repeat: PlayerState<Item>['repeat'] = 'off'
  return {
    recallQueue: () => kept,
    rememberQueue: (queue, time) => {
      kept = { queue, time }
    },
    recallSpeed: (workId) => speeds[workId] ?? 1,
    rememberSpeed: (workId, speed) => {
      speeds[workId] = speed
    },
    recallRepeat: () => repeat,
    rememberRepeat: (next) => {
      repeat = next
    },
  }
}

function fakeProgress(): Pick<FakePorts, 'progress' | 'progressed'> {
  const progressed: string[] = []
  const note = (what: string) => (item: Item, time: number) =>
    void progressed.push(`${what} ${item.track.id} at ${time}`)
  const progress = {
    chose: note('chose'),
    sounds: note('sounds'),
    stopped: note('stopped'),
    ended: note('ended'),
  }
  return { progress, progressed }
}

class FakeSound {
  made = 0
  url = ''
  time = 0
  speed = 1
  volume = 1
  prepared = ''
  isPlaying = false
  #events: SoundEvents | undefined

  get track(): string | undefined {
    return /^\/media\/(\d+)/.exec(this.url)?.[1]
  }

  listen(events: SoundEvents) {
    this.made += 1
    this.#events = events
    const become = (isPlaying: boolean) => {
      if (this.isPlaying === isPlaying) return
      this.isPlaying = isPlaying
      events.onPlaying(isPlaying)
    }
    return {
      load: (url: string, startAt: number) => {
        this.url = url
        this.time = startAt
      },
      // Without a URL, an element rejects and reports that it is not playing.
      play: () => (this.url === '' ? events.onPlaying(false) : become(true)),
      pause: () => become(false),
      seek: (time: number) => {
        this.time = time
      },
      setSpeed: (speed: number) => {
        this.speed = speed
      },
      setVolume: (volume: number) => {
        this.volume = volume
      },
      prepare: (url: string) => {
        this.prepared = url
      },
      unload: () => {
        become(false)
        this.url = ''
      },
    }
  }

  /** Plays up to this time in seconds. */
  tick(time: number): void {
    if (!this.#events || !this.isPlaying) return
    this.time = Math.min(time, seconds)
    this.#events.onTime(this.time, seconds)
  }

  /** Pauses and then ends, as real elements do. */
  end(): void {
    if (!this.#events || !this.isPlaying) return
    this.isPlaying = false
    this.#events.onPlaying(false)
    this.#events.onEnded()
  }

  fail(): void {
    if (this.url !== '') this.#events?.onFailed()
  }
}

/** A server that offers recovery: a new link the first time, then no more. */
class FakeLinks {
  requested = 0
  #waiting: {
    readonly queue: Queue<Item>
    readonly failures: number
    readonly done: (mended: RecoveryResult<Item>) => void
  }[] = []

  ask(queue: Queue<Item>, failures: number): Promise<RecoveryResult<Item>> {
    return new Promise((done) => {
      this.#waiting.push({ queue, failures, done })
    })
  }

  /** Responds with a new numbered link for every track. */
  async response(): Promise<void> {
    for (const { queue, failures, done } of this.#waiting.splice(0)) {
      if (failures > 1) done({ type: 'unplayable' })
      else {
        this.requested += 1
        done({ type: 'mended', queue: this.#renewed(queue) })
      }
    }
    await settle()
  }

  async say(type: 'refused' | 'away' | 'offline'): Promise<void> {
    for (const { done } of this.#waiting.splice(0)) done({ type })
    await settle()
  }

  #renewed({ items, index }: Queue<Item>): Queue<Item> {
    const renew = (item: Item) => {
      const url = `/media/${item.track.id}?link=${this.requested}`
      return { ...item, track: { ...item.track, url } }
    }
    return { items: items.map(renew), index }
  }
}

/** Waits until the player has handled a response. */
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve()
}
