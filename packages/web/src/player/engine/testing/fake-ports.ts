/** Ports of the player that do nothing but remember their calls, and a sound that a test plays. */
import type { MediaActions, SoundEvents } from '../page-ports.ts'
import type { Playable, PlayerPorts, PlayerState } from '../player.ts'
import { emptyQueue, type Queue } from '../queue.rules.ts'

export type Item = Playable

const seconds = 300

/** An item of a work of five tracks. */
export const itemOf = (at: number): Item => ({
  workId: 'W0',
  track: { id: String(at), url: `/media/${at}?link=0`, duration: seconds },
})

export interface Given {
  readonly remembered?: { readonly queue: Queue<Item>; readonly time: number }
  readonly speeds?: Record<string, number>
}

export interface FakePorts extends PlayerPorts<Item> {
  readonly sound: FakeSound
  readonly links: FakeLinks
  readonly speeds: Readonly<Record<string, number>>
  /** Ids of tracks that were reported as broken. */
  readonly failed: readonly string[]
  readonly described: string | undefined
  /** What became of the sound, as `chose 2 at 0`. */
  readonly progressed: readonly string[]
  readonly remembered: () => { readonly queue: Queue<Item>; readonly time: number }
  readonly published: () => PlayerState<Item> | undefined
  readonly actions: () => MediaActions
}

export function fakePorts({
  remembered = { queue: emptyQueue, time: 0 },
  speeds = {},
}: Given = {}): FakePorts {
  const [sound, links] = [new FakeSound(), new FakeLinks()]
  const failed: string[] = []
  let [kept, published, actions]: [
    typeof remembered,
    PlayerState<Item> | undefined,
    MediaActions | undefined,
  ] = [remembered, undefined, undefined]
  let described: string | undefined
  return {
    sound,
    links,
    speeds,
    failed,
    ...fakeProgress(),
    get described() {
      return described
    },
    remembered: () => kept,
    published: () => published,
    actions: () => {
      if (!actions) throw new Error('no actions were offered')
      return actions
    },
    makeSound: (events) => sound.listen(events),
    renewLinks: (queue) => links.ask(queue),
    media: {
      offer: (offered) => {
        actions = offered
      },
      describe: ({ track }) => {
        described = track.id
      },
      place: () => {},
    },
    memory: {
      recallQueue: () => kept,
      rememberQueue: (queue, time) => {
        kept = { queue, time }
      },
      recallSpeed: (workId) => speeds[workId] ?? 1,
      rememberSpeed: (workId, speed) => {
        speeds[workId] = speed
      },
    },
    reportFailed: ({ track }) => failed.push(track.id),
    publish: (state) => {
      published = state
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
      // The element refuses without an address, and says that it does not play.
      play: () => (this.url === '' ? events.onPlaying(false) : become(true)),
      pause: () => become(false),
      seek: (time: number) => {
        this.time = time
      },
      setSpeed: (speed: number) => {
        this.speed = speed
      },
      unload: () => {
        become(false)
        this.url = ''
      },
    }
  }

  /** It has come to this second. */
  tick(time: number): void {
    if (!this.#events || !this.isPlaying) return
    this.time = Math.min(time, seconds)
    this.#events.onTime(this.time, seconds)
  }

  /** The element is paused, then it has ended, as real ones do. */
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

class FakeLinks {
  requested = 0
  #waiting: { readonly queue: Queue<Item>; readonly done: (queue?: Queue<Item>) => void }[] = []

  ask(queue: Queue<Item>): Promise<Queue<Item> | undefined> {
    this.requested += 1
    return new Promise((done) => {
      this.#waiting.push({ queue, done })
    })
  }

  /** Responds: every track has a link of its own number then. */
  async response(): Promise<void> {
    for (const { queue, done } of this.#waiting.splice(0)) {
      const items = queue.items.map((item) => ({
        ...item,
        track: { ...item.track, url: `/media/${item.track.id}?link=${this.requested}` },
      }))
      done({ items, index: queue.index })
    }
    await settle()
  }

  async refuse(): Promise<void> {
    for (const { done } of this.#waiting.splice(0)) done()
    await settle()
  }
}

/** Waits until the player has acted upon a response. */
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve()
}
