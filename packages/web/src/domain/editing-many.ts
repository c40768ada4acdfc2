/** Holds the works whose shared fields an administrator is editing: the selection sets it, and one dialog shows it. */
import { create } from 'zustand'

export const useEditingMany = create<{ readonly workIds: readonly string[] | undefined }>(() => ({
  workIds: undefined,
}))

export const editMany = (workIds: readonly string[]): void => useEditingMany.setState({ workIds })
export const endEditingMany = (): void => useEditingMany.setState({ workIds: undefined })
