/** The tabs of a browser at the ports of `engine/tabs.ts`. A browser without channels has one tab, as far as the player goes. */
import { type TabMessage, type TabPorts, Tabs } from './engine/tabs.ts'

type Wanted<State, Command> = Omit<TabPorts<State, Command>, 'id' | 'now' | 'post'> & {
  /** Returns what this tab plays now. */
  readonly state: () => State
}

const channelName = 'player'

/** `State` and `Command` are plain values, which a channel can carry. Messages come from this program alone, in this version. */
export function joinTabs<State, Command>(wanted: Wanted<State, Command>): Tabs<State, Command> {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`${channelName} ${version}`) : undefined
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

/** Raise it with every change of what is sent: tabs may be older than the server. */
const version = 2
