/** Opens the command palette, the shortcut sheet or the log-out dialog from any page or key. Only one is open at a time. */
import { create } from 'zustand'

export type Commanding = 'palette' | 'shortcuts' | 'logOut'

export const useCommanding = create<{ readonly opened: Commanding | undefined }>(() => ({
  opened: undefined,
}))

export const openCommands = (opened: Commanding): void => useCommanding.setState({ opened })
export const closeCommands = (): void => useCommanding.setState({ opened: undefined })

/** The name of the modifier key on this platform. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
