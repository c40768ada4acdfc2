/** The works whose personal tags are being edited; any menu can set them. */
import { create } from 'zustand'

export interface TagEdit {
  readonly workIds: readonly string[]
  readonly title: string
}

export const useTagEdit = create<{ readonly tagging: TagEdit | undefined }>(() => ({ tagging: undefined }))

export const openTagEdit = (tagging: TagEdit): void => useTagEdit.setState({ tagging })
export const closeTagEdit = (): void => useTagEdit.setState({ tagging: undefined })
