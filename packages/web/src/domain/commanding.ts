/** Opens the palette, the sheet of shortcuts or a question of the palette from any page or key; one stands over the page. */
import { create } from 'zustand'

export type Commanding = 'palette' | 'shortcuts' | 'logOut'

export const useCommanding = create<{ readonly opened: Commanding | undefined }>(() => ({
  opened: undefined,
}))

export const openCommands = (opened: Commanding): void => useCommanding.setState({ opened })
export const closeCommands = (): void => useCommanding.setState({ opened: undefined })

/** The name of the key on this machine. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
