/** The works whose personal tags are being edited; any menu can set them. */
import { create } from 'zustand'

export interface Tagging {
  readonly workIds: readonly string[]
  readonly title: string
}

export const useTagging = create<{ readonly tagging: Tagging | undefined }>(() => ({ tagging: undefined }))

export const changeTagsOf = (tagging: Tagging): void => useTagging.setState({ tagging })
export const endTagging = (): void => useTagging.setState({ tagging: undefined })
