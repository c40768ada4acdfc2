/** Whether there is anything to play. All that a page without sound needs to know: the player comes with the first track. */
import { create } from 'zustand'
import { hasRememberedQueue } from './queue-name.ts'

export const usePresence = create<{ readonly isHere: boolean }>(() => ({ isHere: hasRememberedQueue() }))

export const notePresence = (isHere: boolean): void => usePresence.setState({ isHere })
