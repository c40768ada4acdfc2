/** Opens the command palette, the shortcut sheet or the log-out dialog from any page or key. Only one is open at a time. */
import { create } from 'zustand'

export type CommandDialog = 'palette' | 'shortcuts' | 'logOut'

export const useCommandDialog = create<{ readonly opened: CommandDialog | undefined }>(() => ({
  opened: undefined,
}))

export const openCommandDialog = (opened: CommandDialog): void => useCommandDialog.setState({ opened })
export const closeCommandDialog = (): void => useCommandDialog.setState({ opened: undefined })

/** The name of the modifier key on this platform. */
export const modifierKeyName = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
