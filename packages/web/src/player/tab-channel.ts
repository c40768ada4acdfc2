/** Connects `engine/tabs.ts` to a BroadcastChannel. In browsers without channels, every tab plays on its own. */
import { type TabMessage, type TabPorts, Tabs } from './engine/tabs.ts'

type TabChannelOptions<State, Command> = Omit<TabPorts<State, Command>, 'id' | 'now' | 'post'> & {
  /** Returns the state of this tab's player. */
  readonly state: () => State
}

const channelName = 'player'

/** `State` and `Command` must be structured-cloneable. All messages come from the same protocol version of this program. */
export function joinTabs<State, Command>(wanted: TabChannelOptions<State, Command>): Tabs<State, Command> {
  const channel =
    'BroadcastChannel' in window ? new BroadcastChannel(`${channelName} ${protocolVersion}`) : undefined
  const tabs = new Tabs<State, Command>({
    ...wanted,
    id: `${Date.now()} ${Math.random()}`,
    now: Date.now,
    post: (message) => channel?.postMessage(message),
  })
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage<State, Command>>) =>
    tabs.receive(data, wanted.state),
  )
  addEventListener('pagehide', () => tabs.leave())
  return tabs
}

/** Increase it whenever the messages change: open tabs may be older than the server. */
const protocolVersion = 3
