/**
 * Coordinates playback across browser tabs: the tab that plays is the owner, and the other tabs show its state and forward commands to it.
 * Independent of the browser and of React.
 */

export type TabMessage<State, Command> =
  | { readonly type: 'hello'; readonly from: string }
  | { readonly type: 'bye'; readonly from: string }
  /** The sender plays from now on; `at` is milliseconds since the Unix epoch. */
  | { readonly type: 'claim'; readonly from: string; readonly at: number }
  | { readonly type: 'state'; readonly from: string; readonly at: number; readonly state: State }
  | { readonly type: 'command'; readonly from: string; readonly to: string; readonly command: Command }

export interface TabPorts<State, Command> {
  readonly id: string
  readonly now: () => number
  readonly later: (ms: number, act: () => void) => () => void
  readonly post: (message: TabMessage<State, Command>) => void
  readonly perform: (command: Command) => void
  readonly show: (state: State) => void
  /** Returns whether a tab in this state is expected to send updates soon. */
  readonly isMoving: (state: State) => boolean
  /** Stops playback here, because another tab plays. */
  readonly yield: () => void
  /** Restores the saved state here, because the owner is gone. */
  readonly takeOver: () => void
}

type TabRole = { readonly type: 'alone' } | { readonly type: 'owner'; readonly at: number } | RemoteRole
interface RemoteRole {
  readonly type: 'remote'
  readonly owner: string
}

/** An owner that does not respond to a command within this time is gone. */
export const commandTimeoutMs = 1_000
/** A playing owner that sends nothing for this time is gone. */
export const ownerTimeoutMs = 5_000

export class Tabs<State, Command> {
  readonly #ports: TabPorts<State, Command>
  #role: TabRole = { type: 'alone' }
  #unacknowledged: Command[] = []
  #cancel: (() => void) | undefined
  #cancelWatch: (() => void) | undefined

  constructor(ports: TabPorts<State, Command>) {
    this.#ports = ports
    ports.post({ type: 'hello', from: ports.id })
  }

  get isRemote(): boolean {
    return this.#role.type === 'remote'
  }

  /** Performs a command here, or forwards it to the owner. */
  perform(command: Command): void {
    const role = this.#role
    if (role.type !== 'remote') {
      this.#ports.perform(command)
      return
    }
    this.#unacknowledged.push(command)
    this.#ports.post({ type: 'command', from: this.#ports.id, to: role.owner, command })
    this.#cancel ??= this.#ports.later(commandTimeoutMs, () => this.#takeOver())
  }

  /** Makes this tab the owner, because it starts to play. */
  sounds(state: State): void {
    if (this.#role.type === 'owner') return
    const at = this.#ports.now()
    this.#settle()
    this.#role = { type: 'owner', at }
    this.#ports.post({ type: 'claim', from: this.#ports.id, at })
    this.changed(state)
  }

  changed(state: State): void {
    if (this.#role.type !== 'owner') return
    this.#ports.post({ type: 'state', from: this.#ports.id, at: this.#role.at, state })
  }

  /** Call it when the tab is closed. */
  leave(): void {
    if (this.#role.type === 'owner') this.#ports.post({ type: 'bye', from: this.#ports.id })
    this.#role = { type: 'alone' }
  }

  receive(message: TabMessage<State, Command>, state: () => State): void {
    const { from } = message
    if (from === this.#ports.id) return
    if (message.type === 'hello') this.changed(state())
    else if (message.type === 'bye') {
      if (this.#role.type === 'remote' && this.#role.owner === from) this.#takeOver()
    } else if (message.type === 'command') {
      if (message.to !== this.#ports.id || this.#role.type !== 'owner') return
      this.#ports.perform(message.command)
      this.changed(state())
    } else if (this.#isOutdone(message.at, from)) this.#follow(from, message)
    else this.changed(state())
  }

  /** Of two tabs that play, the one that started later stays the owner. */
  #isOutdone(at: number, from: string): boolean {
    const role = this.#role
    return role.type !== 'owner' || at > role.at || (at === role.at && from > this.#ports.id)
  }

  #follow(owner: string, message: TabMessage<State, Command>): void {
    if (this.#role.type === 'owner') this.#ports.yield()
    this.#role = { type: 'remote', owner }
    if (message.type !== 'state') return
    this.#settle()
    if (this.#ports.isMoving(message.state)) {
      this.#cancelWatch = this.#ports.later(ownerTimeoutMs, () => this.#takeOver())
    }
    this.#ports.show(message.state)
  }

  #settle(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#cancelWatch?.()
    this.#cancelWatch = undefined
    this.#unacknowledged = []
  }

  #takeOver(): void {
    const commands = this.#unacknowledged
    this.#settle()
    this.#role = { type: 'alone' }
    this.#ports.takeOver()
    for (const command of commands) this.#ports.perform(command)
  }
}
